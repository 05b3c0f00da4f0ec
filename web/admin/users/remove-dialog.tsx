// Dialog to remove a user, which asks who gets their records.
import { useId } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import type { User } from '../api/generated';
import { listRecords } from '../api/records';
import { session } from '../api/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { toast } from '../ui/toast';
import { texts } from './texts';
import { FailureText } from './user-dialogs';
import { deleteUser } from './users-api';

interface RemoveProps {
  readonly user: User;
  readonly resource: ResourceInfo;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Users to choose from: the first page of them, and the signed-in user, who is the default. */
const maxOffered = 100;

export function RemoveDialog({ user, resource, onRemoved, onClose }: RemoveProps) {
  const id = useId();
  const list = useLoaded((signal) => listRecords<User>(resource, { per_page: maxOffered }, signal), []);
  const { busy, errors, failure, onSubmit } = useForm(async ({ reassign = '' }) => {
    await deleteUser(user.id, reassign);
    toast(texts().removed(user.name));
    onRemoved();
    onClose();
  });
  const own = { id: session.value?.id ?? 0, name: session.value?.user ?? '' };
  const others = list.value?.records.filter((one) => one.id !== user.id && one.id !== own.id) ?? [];
  return (
    <Dialog title={texts().removeTitle(user.name)} size="small" onClose={onClose}>
      <p>{texts().removeText}</p>
      {list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Loading lines={2} />}
      {list.value && (
        <form onSubmit={onSubmit}>
          <Field id={id} label={texts().reassign} error={errors.reassign}>
            <select {...describedBy(id, { error: errors.reassign })} name="reassign">
              {[own, ...others].map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                  {one.id === own.id && ` (${texts().you})`}
                </option>
              ))}
            </select>
          </Field>
          <FailureText failure={failure} />
          <div class="dialog-actions">
            <Button onClick={onClose}>{texts().cancel}</Button>
            <Button kind="danger" type="submit" busy={busy}>
              {texts().remove}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
