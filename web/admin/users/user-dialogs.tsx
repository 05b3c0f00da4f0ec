// Dialogs to create a user and to set a new password.
import { useId, useState } from 'preact/hooks';
import type { User } from '../api/generated';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { toast } from '../ui/toast';
import { OneTimeSecret } from './one-time-secret';
import { createUser, roleDescriptions, updateUser } from './users-api';

interface NewUserProps {
  readonly roles: readonly string[];
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

export function NewUserDialog({ roles, onCreated, onClose }: NewUserProps) {
  const id = useId();
  const [created, setCreated] = useState<User>();
  const { busy, errors, failure, onSubmit } = useForm(async ({ name = '', role = '', password = '' }) => {
    const user = await createUser({ name, role, ...(password && { password }) });
    onCreated();
    toast('User created.');
    if (user.password) setCreated(user);
    else onClose();
  });
  if (created?.password) {
    return (
      <Dialog title="User created" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <OneTimeSecret label={`Password for ${created.name}.`} secret={created.password} />
      </Dialog>
    );
  }
  const help = 'Leave empty to generate one';
  return (
    <Dialog title="New user" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field id={`${id}-name`} label="Username" error={errors.name} required>
          <input {...describedBy(`${id}-name`, { error: errors.name })} name="name" autocomplete="off" required />
        </Field>
        <Field id={`${id}-role`} label="Role" error={errors.role} group>
          <div class="choices">
            {roles.map((role) => (
              <label key={role}>
                <input type="radio" name="role" value={role} defaultChecked={role === 'editor'} required />
                <span>
                  <strong>{role}</strong>
                  <span class="quiet-text"> {roleDescriptions[role]}</span>
                </span>
              </label>
            ))}
          </div>
        </Field>
        <Field id={`${id}-password`} label="Password" error={errors.password} help={help}>
          <input
            {...describedBy(`${id}-password`, { error: errors.password, help })}
            type="password"
            name="password"
            autocomplete="new-password"
          />
        </Field>
        {failure && (
          <p class="failure-text" role="alert">
            {failure}
          </p>
        )}
        <Button kind="primary" type="submit" busy={busy}>
          Create user
        </Button>
      </form>
    </Dialog>
  );
}

interface NewPasswordProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function NewPasswordDialog({ user, onClose }: NewPasswordProps) {
  const id = useId();
  const { busy, errors, failure, onSubmit } = useForm(async ({ password = '' }) => {
    await updateUser(user.id, { password });
    toast(`Password of ${user.name} changed. All their sessions are signed out.`);
    onClose();
  });
  const error = errors.password ?? failure;
  return (
    <Dialog title={`New password for ${user.name}`} size="small" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field id={id} label="New password" error={error} help="At least 10 characters">
          <input
            {...describedBy(id, { error, help: 'At least 10 characters' })}
            type="password"
            name="password"
            autocomplete="new-password"
            required
          />
        </Field>
        <Button kind="primary" type="submit" busy={busy}>
          Change password
        </Button>
      </form>
    </Dialog>
  );
}
