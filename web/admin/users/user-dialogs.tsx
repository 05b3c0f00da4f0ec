// Dialogs to create a user, to edit the profile of one and to set a new password.
import { useId, useState } from 'preact/hooks';
import type { User } from '../api/generated';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { toast } from '../ui/toast';
import { OneTimeSecret } from './one-time-secret';
import { LanguageField, RoleField, TextField } from './profile-fields';
import { texts } from './texts';
import { createUser, updateUser } from './users-api';

interface NewUserProps {
  readonly roles: readonly string[];
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

export const FailureText = ({ failure }: { readonly failure: string | undefined }) =>
  failure ? (
    <p class="failure-text" role="alert">
      {failure}
    </p>
  ) : null;

export function NewUserDialog({ roles, onCreated, onClose }: NewUserProps) {
  const [created, setCreated] = useState<User>();
  const { busy, errors, failure, onSubmit } = useForm(async ({ name = '', role = '', password = '' }) => {
    const user = await createUser({ name, role, ...(password && { password }) });
    onCreated();
    toast(texts().toastUserCreated);
    if (user.password) setCreated(user);
    else onClose();
  });
  if (created?.password) {
    return (
      <Dialog title={texts().userCreated} onClose={onClose} footer={<Button onClick={onClose}>{texts().done}</Button>}>
        <OneTimeSecret label={texts().passwordFor(created.name)} secret={created.password} />
      </Dialog>
    );
  }
  return (
    <Dialog title={texts().newUser} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <TextField name="name" label={texts().username} error={errors.name} autocomplete="off" required marked />
        <RoleField roles={roles} error={errors.role} />
        <TextField
          name="password"
          type="password"
          label={texts().password}
          help={texts().passwordHelp}
          error={errors.password}
          autocomplete="new-password"
        />
        <FailureText failure={failure} />
        <Button kind="primary" type="submit" busy={busy}>
          {texts().createUser}
        </Button>
      </form>
    </Dialog>
  );
}

interface UserDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function ProfileDialog({ user, onClose, onSaved }: UserDialogProps & { readonly onSaved: () => void }) {
  const { busy, errors, failure, onSubmit } = useForm(async ({ display_name = '', email = '', language = '' }) => {
    await updateUser(user.id, { display_name, email, language });
    toast(texts().profileSaved);
    onSaved();
    onClose();
  });
  return (
    <Dialog title={texts().profileOf(user.name)} size="small" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <TextField
          name="display_name"
          label={texts().displayName}
          help={texts().displayNameHelp}
          error={errors.display_name}
          value={user.display_name}
          maxLength={100}
        />
        <TextField
          name="email"
          type="email"
          label={texts().email}
          help={texts().emailHelp}
          error={errors.email}
          value={user.email ?? ''}
          autocomplete="off"
        />
        <LanguageField value={user.language ?? ''} error={errors.language} />
        <FailureText failure={failure} />
        <Button kind="primary" type="submit" busy={busy}>
          {texts().save}
        </Button>
      </form>
    </Dialog>
  );
}

export function NewPasswordDialog({ user, onClose }: UserDialogProps) {
  const id = useId();
  const { busy, errors, failure, onSubmit } = useForm(async ({ password = '' }) => {
    await updateUser(user.id, { password });
    toast(texts().passwordOfChanged(user.name));
    onClose();
  });
  const error = errors.password ?? failure;
  const help = texts().minLength;
  return (
    <Dialog title={texts().newPasswordFor(user.name)} size="small" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field id={id} label={texts().newPassword} error={error} help={help}>
          <input
            {...describedBy(id, { error, help })}
            type="password"
            name="password"
            autocomplete="new-password"
            required
          />
        </Field>
        <Button kind="primary" type="submit" busy={busy}>
          {texts().changePassword}
        </Button>
      </form>
    </Dialog>
  );
}
