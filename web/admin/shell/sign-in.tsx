// Sign-in page, and the dialog to sign in again after the session has expired.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/http';
import { siteName, sitePath } from '../api/paths';
import { dropSession, signIn } from '../api/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { inBackground } from '../ui/toast';
import { useTitle } from './title';

/** The message does not reveal whether the username exists. */
function messageFor(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'Incorrect username or password.';
  if (error instanceof ApiError && error.seconds)
    return `Too many attempts. Try again in ${Math.ceil(error.seconds / 60)} min.`;
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
  const id = useId();
  const password = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => (user ? password : name).current?.focus(), [user]);

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signIn(name.current?.value ?? user, password.current?.value ?? '');
    } catch (problem) {
      setError(messageFor(problem));
      setBusy(false);
      password.current?.select();
    }
  };
  return (
    <form onSubmit={(event) => inBackground(submit(event))}>
      {!user && (
        <Field id={`${id}-user`} label="Username">
          <input {...describedBy(`${id}-user`, {})} ref={name} name="user" autocomplete="username" required />
        </Field>
      )}
      <Field id={`${id}-password`} label="Password">
        <input
          {...describedBy(`${id}-password`, {})}
          ref={password}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
      </Field>
      <p class="sign-in-error" role="alert">
        {error}
      </p>
      <div class="sign-in-actions">
        <Button kind="primary" type="submit" busy={busy}>
          Sign in
        </Button>
        {children}
      </div>
    </form>
  );
}

export function SignInPage() {
  useTitle('Sign in');
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <img src={`${sitePath}/favicon.svg`} width="48" height="48" alt="" />
        <h1>{siteName} console</h1>
        <p class="quiet-text">Sign in to manage the calendar</p>
        <SignInForm />
        <p class="sign-in-foot">
          <a href={`${sitePath}/`}>Go to calendar</a>
        </p>
      </div>
    </main>
  );
}

/** Opens above the page, which keeps its state. */
export const SignInAgain = ({ user }: { readonly user: string }) => (
  <Dialog title="Sign in again" size="small" onClose={dropSession}>
    <p>Your session has expired, {user}. Sign in again to continue. Nothing you entered is lost.</p>
    <SignInForm user={user}>
      <Button kind="quiet" onClick={dropSession}>
        Sign out
      </Button>
    </SignInForm>
  </Dialog>
);
