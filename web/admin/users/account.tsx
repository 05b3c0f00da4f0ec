// Your account: password, application passwords and private feeds.
import { useId } from 'preact/hooks';
import { ApiError } from '../api/client';
import { session } from '../api/session';
import { SecondFactorSection } from '../security/second-factor';
import { SessionsSection } from '../security/sessions';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { describedBy, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { toast } from '../ui/toast';
import { ApplicationPasswords } from './application-passwords';
import { FeedKeys } from './feed-keys';
import './users.css';
import { changeOwnPassword, roleDescriptions } from './users-api';

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly complete: 'current-password' | 'new-password';
  readonly error: string | undefined;
  readonly help?: string;
}

function PasswordField({ name, label, complete, error, help }: PasswordFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} help={help}>
      <input {...describedBy(id, { error, help })} type="password" name={name} autocomplete={complete} required />
    </Field>
  );
}

function PasswordForm() {
  const form = useForm(async ({ current_password = '', password = '', again = '' }, element) => {
    if (again !== password) {
      throw new ApiError('', 400, '', { again: 'The passwords do not match.' }, undefined, true);
    }
    await changeOwnPassword(current_password, password);
    element.reset();
    toast('Password changed. Your other sessions are signed out.');
  });
  const { errors, failure, busy, onSubmit } = form;
  return (
    <form onSubmit={onSubmit}>
      <PasswordField
        name="current_password"
        label="Current password"
        complete="current-password"
        error={errors.current_password}
      />
      <PasswordField
        name="password"
        label="New password"
        complete="new-password"
        error={errors.password}
        help="At least 10 characters"
      />
      <PasswordField name="again" label="Confirm new password" complete="new-password" error={errors.again} />
      {failure && (
        <p class="failure-text" role="alert">
          {failure}
        </p>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        Change password
      </Button>
    </form>
  );
}

export function AccountPage() {
  useTitle('Your account');
  const { user = '', role = '' } = session.value ?? {};
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>Your account</h1>
      </header>
      <section class="card">
        <h2>{user}</h2>
        <p class="quiet-text">
          <span class="badge">{role}</span> {roleDescriptions[role] ?? ''}
        </p>
      </section>
      <section class="card">
        <h2>Password</h2>
        <PasswordForm />
      </section>
      <SecondFactorSection />
      <SessionsSection />
      <section class="card">
        <h2>Application passwords</h2>
        <p class="quiet-text">Apps and scripts sign in with your username and an application password.</p>
        <ApplicationPasswords owner="me" />
      </section>
      <section class="card">
        <h2>Private feeds</h2>
        <p class="quiet-text">Calendar apps subscribe to the events that you can see, without signing in.</p>
        <FeedKeys owner="me" />
      </section>
    </div>
  );
}
