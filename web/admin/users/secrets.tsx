// The secrets of a user with a label each, application passwords and keys of private feeds: list, create, revoke.
import { useState } from 'preact/hooks';
import { ApiError, request, responseBody } from '../api/client';
import type { ApplicationPassword, FeedKey } from '../api/generated';
import { showDay } from '../api/moment';
import { apiBase } from '../api/paths';
import { passwordItem } from '../security/fields';
import { Button } from '../ui/button';
import { confirmAction } from '../ui/dialog';
import { Form } from '../ui/form';
import { useLoaded } from '../ui/load';
import { LoadedView } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { CopyableText, OneTimeSecret } from './one-time-secret';
import { texts } from './texts';
import './users.css';

/** The part of the path below a user. */
export type SecretKind = 'application-passwords' | 'feed-keys';

type Secret = ApplicationPassword & Partial<FeedKey>;

interface SecretsProps {
  readonly kind: SecretKind;
  /** User ID, or `me` for the signed-in user. */
  readonly owner: number | 'me';
}

/** The sign-in is not fresh: the server wants the password. */
const isReauthentication = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'rest_reauthentication_required';

export function Secrets({ kind, owner }: SecretsProps) {
  const path = `/users/${owner}/${kind}`;
  const text = texts()[kind];
  const [created, setCreated] = useState<Secret>();
  const [asksPassword, setAsksPassword] = useState(false);
  const list = useLoaded(
    async (signal) =>
      (await responseBody<Readonly<Record<string, readonly Secret[]>>>('GET', path, { signal }))[
        kind.replaceAll('-', '_')
      ] ?? [],
    [path],
  );
  const create = async (body: Readonly<Record<string, string>>, form: HTMLFormElement) => {
    try {
      setCreated(await responseBody<Secret>('POST', path, { body }));
    } catch (error) {
      if (isReauthentication(error)) setAsksPassword(true);
      throw error;
    }
    setAsksPassword(false);
    form.reset();
    list.reload();
  };
  const revoke = async ({ id, label }: Secret) => {
    const title = texts().revokeTitle(label);
    if (!(await confirmAction({ title, text: text.revokeText, action: texts().revoke, danger: true }))) return;
    await request('DELETE', `${path}/${id}`);
    toast(texts().revoked(label));
    if (created?.id === id) setCreated(undefined);
    list.reload();
  };
  return (
    <div class="secrets">
      <Form
        class="inline-form"
        kind="plain"
        items={[
          { name: 'label', label: text.name, maxLength: 100, required: true },
          ...(asksPassword ? [passwordItem()] : []),
        ]}
        submit={text.create}
        send={create}
      />
      {created?.password && <OneTimeSecret label={texts().passwordForApp(created.label)} secret={created.password} />}
      {created?.key && <NewFeed key={created.key} label={created.label} secret={created.key} />}
      <LoadedView of={list} lines={2}>
        {(secrets) =>
          secrets.length === 0 ? (
            <p class="quiet-text">{text.none}</p>
          ) : (
            <ul class="plain-list">
              {secrets.map((one) => (
                <li key={one.id}>
                  <span>
                    <strong>{one.label}</strong>
                    <span class="quiet-text"> {detailsOf(one)}</span>
                  </span>
                  <Button
                    kind="quiet"
                    aria-label={texts().revokeOne(one.label)}
                    onClick={() => inBackground(revoke(one))}
                  >
                    {texts().revoke}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </div>
  );
}

function detailsOf({ created_utc, last_used_utc }: Secret): string {
  const created = texts().createdOn(showDay(created_utc));
  if (last_used_utc === undefined) return created;
  return `${created}, ${last_used_utc ? texts().lastUsed(showDay(last_used_utc)) : texts().neverUsed}`;
}

function feedUrl(key: string, onlyPublished: boolean): string {
  const url = new URL(`${apiBase}/events.ics`, location.href);
  if (onlyPublished) url.searchParams.set('status', 'publish');
  url.searchParams.set('key', key);
  return url.href;
}

interface NewFeedProps {
  readonly label: string;
  /** Shown once. */
  readonly secret: string;
}

function NewFeed({ label, secret }: NewFeedProps) {
  const [onlyPublished, setOnlyPublished] = useState(false);
  const url = feedUrl(secret, onlyPublished);
  return (
    <div class="one-time-secret" role="status">
      <p>
        <strong>{texts().feedUrlFor(label)}</strong> {texts().feedUrlText}
      </p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={onlyPublished}
            onChange={({ currentTarget }) => setOnlyPublished(currentTarget.checked)}
          />{' '}
          {texts().publishedOnly}
        </label>
      </p>
      <CopyableText text={url} copyLabel={texts().copyHttps} />
      <CopyableText text={url.replace(/^https?:/, 'webcal:')} copyLabel={texts().copyWebcal} />
    </div>
  );
}
