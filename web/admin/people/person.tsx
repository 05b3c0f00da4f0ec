// Dialogs about one person: adding somebody, and giving them a new password to sign in with.
import { useId, useState } from 'preact/hooks';
import type { User } from '../api/generated';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describing, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { toast } from '../ui/toast';
import { OneTimeSecret } from './one-time-secret';
import { aboutRole, addPerson, changePerson } from './people';

interface NewPersonProps {
  readonly roles: readonly string[];
  readonly onMade: () => void;
  readonly onClose: () => void;
}

export function NewPerson({ roles, onMade, onClose }: NewPersonProps) {
  const id = useId();
  const [made, setMade] = useState<User>();
  const { busy, errors, failure, onSubmit } = useForm(async ({ name = '', role = '', password = '' }) => {
    const person = await addPerson({ name, role, ...(password && { password }) });
    onMade();
    toast('User created.');
    if (person.password) setMade(person);
    else onClose();
  });
  if (made?.password) {
    return (
      <Dialog title="User created" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <OneTimeSecret label={`Password of ${made.name}.`} secret={made.password} />
      </Dialog>
    );
  }
  const about = 'Leave empty to generate one';
  return (
    <Dialog title="New user" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field id={`${id}-name`} label="Username" error={errors.name} required>
          <input {...describing(`${id}-name`, { error: errors.name })} name="name" autocomplete="off" required />
        </Field>
        <Field id={`${id}-role`} label="Role" error={errors.role} group>
          <div class="choices">
            {roles.map((role) => (
              <label key={role}>
                <input type="radio" name="role" value={role} defaultChecked={role === 'editor'} required />
                <span>
                  <strong>{role}</strong>
                  <span class="quiet-text"> {aboutRole[role]}</span>
                </span>
              </label>
            ))}
          </div>
        </Field>
        <Field id={`${id}-password`} label="Password" error={errors.password} about={about}>
          <input
            {...describing(`${id}-password`, { error: errors.password, about })}
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

interface NewSecretProps {
  readonly person: User;
  readonly onClose: () => void;
}

export function NewSecret({ person, onClose }: NewSecretProps) {
  const id = useId();
  const { busy, errors, failure, onSubmit } = useForm(async ({ password = '' }) => {
    await changePerson(person.id, { password });
    toast(`Password of ${person.name} changed. They are signed out everywhere.`);
    onClose();
  });
  const error = errors.password ?? failure;
  return (
    <Dialog title={`New password for ${person.name}`} size="small" onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field id={id} label="New password" error={error} about="At least 10 characters">
          <input
            {...describing(id, { error, about: 'At least 10 characters' })}
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
