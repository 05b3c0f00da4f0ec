// One's own account: the password to sign in with, and those that programs use.
import { useId } from 'preact/hooks';
import { Refusal } from '../api/client';
import { session } from '../api/session';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { describing, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { toast } from '../ui/toast';
import { Passwords } from './passwords';
import './people.css';
import { aboutRole, changeOwnPassword } from './people';

interface SecretProps {
  readonly name: string;
  readonly label: string;
  readonly complete: 'current-password' | 'new-password';
  readonly error: string | undefined;
  readonly about?: string;
}

function Secret({ name, label, complete, error, about }: SecretProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} about={about}>
      <input {...describing(id, { error, about })} type="password" name={name} autocomplete={complete} required />
    </Field>
  );
}

function OwnPassword() {
  const form = useForm(async ({ current_password = '', password = '', again = '' }, element) => {
    if (again !== password) {
      throw new Refusal('', 400, '', { again: 'The passwords do not match.' }, undefined, true);
    }
    await changeOwnPassword(current_password, password);
    element.reset();
    toast('Password changed. Your other sessions are signed out.');
  });
  const { errors, failure, busy, onSubmit } = form;
  return (
    <form onSubmit={onSubmit}>
      <Secret
        name="current_password"
        label="Current password"
        complete="current-password"
        error={errors.current_password}
      />
      <Secret
        name="password"
        label="New password"
        complete="new-password"
        error={errors.password}
        about="At least 10 characters"
      />
      <Secret name="again" label="Confirm new password" complete="new-password" error={errors.again} />
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
          <span class="badge">{role}</span> {aboutRole[role] ?? ''}
        </p>
      </section>
      <section class="card">
        <h2>Password</h2>
        <OwnPassword />
      </section>
      <section class="card">
        <h2>Application passwords</h2>
        <p class="quiet-text">For apps that act on your behalf. They sign in with your username and one of these.</p>
        <Passwords owner="me" />
      </section>
    </div>
  );
}
