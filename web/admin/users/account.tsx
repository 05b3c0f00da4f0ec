// Your account: profile, password, application passwords and private feeds.
import { ApiError } from '../api/client';
import { session } from '../api/session';
import { SecondFactorSection } from '../security/second-factor';
import { SessionsSection } from '../security/sessions';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { useForm } from '../ui/form';
import { toast } from '../ui/toast';
import { ApplicationPasswords } from './application-passwords';
import { FeedKeys } from './feed-keys';
import { TextField } from './profile-fields';
import { ProfileForms } from './profile-form';
import { texts } from './texts';
import { FailureText } from './user-dialogs';
import './users.css';
import { changeOwnPassword } from './users-api';

function PasswordForm() {
  const { errors, failure, busy, onSubmit } = useForm(
    async ({ current_password = '', password = '', again = '', revoke }, element) => {
      if (again !== password) throw new ApiError('', 400, '', { again: texts().noMatch }, undefined, true);
      await changeOwnPassword(current_password, password, revoke !== undefined);
      element.reset();
      toast(texts().passwordChanged);
    },
  );
  return (
    <form onSubmit={onSubmit}>
      <TextField
        name="current_password"
        type="password"
        label={texts().currentPassword}
        error={errors.current_password}
        autocomplete="current-password"
        required
      />
      <TextField
        name="password"
        type="password"
        label={texts().newPassword}
        help={texts().minLength}
        error={errors.password}
        autocomplete="new-password"
        required
      />
      <TextField
        name="again"
        type="password"
        label={texts().confirmPassword}
        error={errors.again}
        autocomplete="new-password"
        required
      />
      <p>
        <label>
          <input type="checkbox" name="revoke" /> {texts().revokeAll}
        </label>
      </p>
      <FailureText failure={failure} />
      <Button kind="primary" type="submit" busy={busy}>
        {texts().changePassword}
      </Button>
    </form>
  );
}

export function AccountPage() {
  useTitle(texts().yourAccount);
  const { user = '', role = '' } = session.value ?? {};
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{texts().yourAccount}</h1>
      </header>
      <section class="card">
        <h2>{user}</h2>
        <p class="quiet-text">
          <span class="badge">{texts().roles[role] ?? role}</span> {texts().roleDescriptions[role] ?? ''}
        </p>
      </section>
      <ProfileForms />
      <section class="card">
        <h2>{texts().password}</h2>
        <PasswordForm />
      </section>
      <SecondFactorSection />
      <SessionsSection />
      <section class="card">
        <h2>{texts().applicationPasswords}</h2>
        <p class="quiet-text">{texts().applicationPasswordsText}</p>
        <ApplicationPasswords owner="me" />
      </section>
      <section class="card">
        <h2>{texts().privateFeeds}</h2>
        <p class="quiet-text">{texts().privateFeedsText}</p>
        <FeedKeys owner="me" />
      </section>
    </div>
  );
}
