// Application passwords of a user: list, generate, revoke.
import { useId, useState } from 'preact/hooks';
import type { ApplicationPassword } from '../api/generated';
import { showDay } from '../api/moment';
import { Button } from '../ui/button';
import { confirmAction } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { inBackground, toast, toastFailure } from '../ui/toast';
import { OneTimeSecret } from './one-time-secret';
import { createPassword, listPasswords, type Owner, revokePassword } from './users-api';

export function ApplicationPasswords({ owner }: { readonly owner: Owner }) {
  const id = useId();
  const [created, setCreated] = useState<ApplicationPassword>();
  const list = useLoaded((signal) => listPasswords(owner, signal), [owner]);
  const form = useForm(async ({ label = '' }, element) => {
    setCreated(await createPassword(owner, label));
    element.reset();
    list.reload();
  });
  const revoke = async (password: ApplicationPassword) => {
    const text = 'Apps that use it can no longer sign in.';
    if (!(await confirmAction({ title: `Revoke “${password.label}”?`, text, action: 'Revoke', danger: true }))) return;
    try {
      await revokePassword(owner, password.id);
      toast(`“${password.label}” revoked.`);
      if (created?.id === password.id) setCreated(undefined);
      list.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div class="passwords">
      <form class="inline-form" onSubmit={form.onSubmit}>
        <Field id={id} label="App name" error={form.errors.label ?? form.failure}>
          <input {...describedBy(id, { error: form.errors.label })} name="label" maxLength={100} required />
        </Field>
        <Button type="submit" busy={form.busy}>
          Generate
        </Button>
      </form>
      {created?.password && <OneTimeSecret label={`Password for “${created.label}”.`} secret={created.password} />}
      {list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Loading lines={2} />}
      {list.value?.length === 0 && <p class="quiet-text">No application passwords yet.</p>}
      <ul class="plain-list">
        {list.value?.map((password) => (
          <li key={password.id}>
            <span>
              <strong>{password.label}</strong>
              <span class="quiet-text"> created {showDay(password.created_utc)}</span>
            </span>
            <Button kind="quiet" aria-label={`Revoke ${password.label}`} onClick={() => inBackground(revoke(password))}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
