// Sign-in page, and the dialog to sign in again after the session has expired.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/http';
import { siteName, sitePath } from '../api/paths';
import { dropSession, signIn } from '../api/session';
import { texts as peopleTexts } from '../people/texts';
import { hrefOf } from '../router';
import { isWrongCode, needsCode } from '../security/code-error';
import { CodeField } from '../security/fields';
import { ProviderLink } from '../security/provider-link';
import { texts as securityTexts } from '../security/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { inBackground } from '../ui/toast';
import { texts } from './texts';
import { useTitle } from './title';

/** The message does not reveal whether the username exists. */
function messageFor(error: unknown): string {
  if (isWrongCode(error)) return securityTexts().wrongCode;
  if (error instanceof ApiError && error.status === 401) return texts().wrongPassword;
  if (error instanceof ApiError && error.seconds) return texts().tooMany(Math.ceil(error.seconds / 60));
  return error instanceof Error ? error.message : String(error);
}

interface FormProps {
  /** Fixed username, when signing in again. */
  readonly user?: string;
  readonly children?: preact.ComponentChildren;
}

function SignInForm({ user = '', children }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [asksCode, setAsksCode] = useState(false);
  const id = useId();
  const password = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => (user ? password : name).current?.focus(), [user]);

  // The code is asked for after the password was right.
  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus();
  }, [asksCode]);

  const submit = async (event: Event) => {
    event.preventDefault();
    const code = form.current?.querySelector<HTMLInputElement>('[name=code]');
    setBusy(true);
    setError(undefined);
    try {
      await signIn(name.current?.value ?? user, password.current?.value ?? '', code?.value);
    } catch (problem) {
      setBusy(false);
      if (needsCode(problem)) return setAsksCode(true);
      setError(messageFor(problem));
      (isWrongCode(problem) ? code : password.current)?.select();
    }
  };
  return (
    <form ref={form} onSubmit={(event) => inBackground(submit(event))}>
      {!user && (
        <Field id={`${id}-user`} label={texts().username}>
          <input {...describedBy(`${id}-user`, {})} ref={name} name="user" autocomplete="username" required />
        </Field>
      )}
      <Field id={`${id}-password`} label={texts().password}>
        <input
          {...describedBy(`${id}-password`, {})}
          ref={password}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
      </Field>
      {asksCode && <CodeField help={securityTexts().codeHelp} />}
      <p class="sign-in-error" role="alert">
        {error}
      </p>
      <div class="sign-in-actions">
        <Button kind="primary" type="submit" busy={busy}>
          {texts().signIn}
        </Button>
        {children}
      </div>
    </form>
  );
}

export function SignInPage() {
  useTitle(texts().signIn);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <img src={`${sitePath}/favicon.svg`} width="48" height="48" alt="" />
        <h1>{texts().consoleOf(siteName)}</h1>
        <p class="quiet-text">{texts().signInHint}</p>
        <SignInForm />
        <ProviderLink />
        <p class="sign-in-foot">
          <a href={hrefOf('/forgot')}>{peopleTexts().forgotLink}</a>
          {' · '}
          <a href={`${sitePath}/`}>{texts().toCalendar}</a>
        </p>
      </div>
    </main>
  );
}

/** Opens above the page, which keeps its state. */
export const SignInAgain = ({ user }: { readonly user: string }) => (
  <Dialog title={texts().signInAgain} size="small" onClose={dropSession}>
    <p>{texts().expired(user)}</p>
    <SignInForm user={user}>
      <Button kind="quiet" onClick={dropSession}>
        {texts().signOut}
      </Button>
    </SignInForm>
  </Dialog>
);
