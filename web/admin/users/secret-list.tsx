// The secrets of a user with a label each, such as application passwords: list, create, revoke.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { showDay } from '../api/moment';
import { PasswordField } from '../security/fields';
import { Button } from '../ui/button';
import { confirmAction } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { useForm } from '../ui/form';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { inBackground, toast, toastFailure } from '../ui/toast';
import { texts } from './texts';
import type { Owner, SecretApi } from './users-api';

interface Secret {
  readonly id: number;
  readonly label: string;
  readonly created_utc: string;
}

interface SecretListProps<One extends Secret> {
  readonly owner: Owner;
  readonly api: SecretApi<One>;
  /** Label of the field for the name of a new one, and of the button that creates it. */
  readonly nameLabel: string;
  readonly createLabel: string;
  readonly emptyText: string;
  /** Consequence of revoking one. */
  readonly revokeText: string;
  /** Shows the secret of the new one, once. */
  readonly showCreated: (created: One) => ComponentChildren;
  /** Further details of one in the list. */
  readonly details?: (one: One) => string;
}

/** The sign-in is not fresh: the server wants the password. */
const isReauthentication = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'rest_reauthentication_required';

export function SecretList<One extends Secret>(props: SecretListProps<One>) {
  const { owner, api, nameLabel, createLabel, emptyText, revokeText, showCreated, details } = props;
  const id = useId();
  const [created, setCreated] = useState<One>();
  const list = useLoaded((signal) => api.list(owner, signal), [owner]);
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm(async ({ label = '', current_password }, element) => {
    try {
      setCreated(await api.create(owner, label, current_password));
    } catch (error) {
      if (isReauthentication(error)) setAsksPassword(true);
      throw error;
    }
    setAsksPassword(false);
    element.reset();
    list.reload();
  });
  const revoke = async (one: One) => {
    const title = texts().revokeTitle(one.label);
    if (!(await confirmAction({ title, text: revokeText, action: texts().revoke, danger: true }))) return;
    try {
      await api.revoke(owner, one.id);
      toast(texts().revoked(one.label));
      if (created?.id === one.id) setCreated(undefined);
      list.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const error = form.errors.label ?? form.failure;
  return (
    <div class="secrets">
      <form class="inline-form" onSubmit={form.onSubmit}>
        <Field id={id} label={nameLabel} error={error}>
          <input {...describedBy(id, { error })} name="label" maxLength={100} required />
        </Field>
        {asksPassword && <PasswordField error={form.errors.current_password} />}
        <Button type="submit" busy={form.busy}>
          {createLabel}
        </Button>
      </form>
      {created && showCreated(created)}
      {list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Loading lines={2} />}
      {list.value?.length === 0 && <p class="quiet-text">{emptyText}</p>}
      <ul class="plain-list">
        {list.value?.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.label}</strong>
              <span class="quiet-text">
                {' '}
                {texts().createdOn(showDay(one.created_utc))}
                {details && `, ${details(one)}`}
              </span>
            </span>
            <Button kind="quiet" aria-label={texts().revokeOne(one.label)} onClick={() => inBackground(revoke(one))}>
              {texts().revoke}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
