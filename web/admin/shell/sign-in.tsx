// Sign-in page, and the dialog to sign in again after the session has expired.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, messageOf } from '../api/http';
import { sitePath } from '../api/paths';
import { dropSession, signIn } from '../api/session';
import { texts as peopleTexts } from '../people/texts';
import { hrefOf } from '../router';
import { isWrongCode, needsCode } from '../security/code-error';
import { codeItem, passwordItem } from '../security/fields';
import { ProviderLink } from '../security/provider-link';
import { texts as securityTexts } from '../security/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { type FormItem, FormItems, useForm } from '../ui/form';
import { brand } from './brand';
import { texts } from './texts';
import { useTitle } from './title';

/** The message does not reveal whether the username exists. */
function messageFor(error: unknown): string {
  if (isWrongCode(error)) return securityTexts().wrongCode;
  if (error instanceof ApiError && error.status === 401) return texts().wrongPassword;
  if (error instanceof ApiError && error.seconds) return texts().tooMany(Math.ceil(error.seconds / 60));
  return messageOf(error);
}

interface FormProps {
  /** Fixed username, when signing in again. */
  readonly user?: string;
  readonly children?: preact.ComponentChildren;
}

function SignInForm({ user = '', children }: FormProps) {
  const [asksCode, setAsksCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const control = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  // The code is asked for after the password was right.
  useEffect(() => control(asksCode ? 'code' : user ? 'password' : 'user')?.focus(), [user, asksCode]);

  const { busy, failure, onSubmit } = useForm(async ({ user: name = user, password = '', code }) => {
    try {
      await signIn(name, password, code);
    } catch (problem) {
      if (needsCode(problem)) return setAsksCode(true);
      control(isWrongCode(problem) ? 'code' : 'password')?.select();
      throw new Error(messageFor(problem));
    }
  });
  const items: readonly FormItem[] = [
    ...(user ? [] : [{ name: 'user', label: texts().username, autocomplete: 'username', required: true } as const]),
    { ...passwordItem(), name: 'password', label: texts().password },
    ...(asksCode ? [codeItem()] : []),
  ];
  return (
    <form ref={form} onSubmit={onSubmit}>
      <FormItems items={items} errors={{}} />
      <p class="failure-text" role="alert">
        {failure}
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
        <img src={brand.value.icon} width="48" height="48" alt="" />
        <h1>{texts().consoleOf(brand.value.name)}</h1>
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
