// Actions on one record beside editing it, such as duplicating it. Offered where the API has them.
import { responseBody } from '../api/client';
import { contract, hasAction, type ResourceInfo } from '../api/contract';
import { showUtc } from '../api/moment';
import { type ApiRecord, isOwnAccount, nameOf } from '../api/records';
import { may } from '../api/session';
import { navigate } from '../router';
import { texts as securityTexts } from '../security/texts';
import { readNow } from '../subscriptions/read';
import { texts as subscriptionTexts } from '../subscriptions/texts';
import { Button } from '../ui/button';
import { ask, Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import type { IconName } from '../ui/icon';
import type { MenuItem } from '../ui/menu';
import { texts as uiTexts } from '../ui/texts';
import { inBackground, toast } from '../ui/toast';
import { texts as usersTexts } from '../users/texts';
import { texts } from './texts';

async function duplicate(resource: ResourceInfo, record: ApiRecord): Promise<void> {
  const body = await responseBody<ApiRecord>('POST', `/${resource.path}/${record.id}/duplicate`, { body: {} });
  toast(texts().duplicated(nameOf(resource, record)));
  await navigate(`/${resource.path}/${body.id}`);
}

interface PreviewLink {
  readonly url: string;
  readonly expires_utc: string;
}

async function copyPreviewLink({ path }: ResourceInfo, { id }: ApiRecord): Promise<void> {
  const { url, expires_utc } = await responseBody<PreviewLink>('POST', `/${path}/${id}/preview-link`, { body: {} });
  const until = showUtc(expires_utc);
  try {
    await navigator.clipboard.writeText(url);
    toast(texts().linkCopied(until));
  } catch {
    await showLink(url, until);
  }
}

/** To copy by hand, when the browser does not allow the page to copy it. */
const showLink = (url: string, until: string) =>
  ask((close) => (
    <Dialog
      title={texts().linkTitle}
      onClose={close}
      footer={<Button onClick={() => close()}>{uiTexts().close}</Button>}
    >
      <p>{texts().linkHelp(until)}</p>
      <Field id="preview-link" label={texts().link}>
        <input id="preview-link" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  ));

const isPublic = ({ status }: ApiRecord): boolean => status === undefined || status === 'publish';

interface RecordAction {
  /** Part of the path below the record. */
  readonly path: string;
  readonly label: () => string;
  readonly icon: IconName;
  readonly applies?: (record: ApiRecord) => boolean;
  readonly run: (resource: ResourceInfo, record: ApiRecord) => Promise<unknown>;
  /** The record is another one afterwards. */
  readonly changes?: true;
}

const userActions = () => import('../users/user-actions');

const actions: readonly RecordAction[] = [
  { path: 'run', label: () => subscriptionTexts().readNow, icon: 'restore', run: readNow, changes: true },
  { path: 'duplicate', label: () => texts().duplicate, icon: 'copy', run: duplicate },
  {
    path: 'preview-link',
    label: () => texts().previewLink,
    icon: 'external',
    applies: (record) => record._input !== undefined && !isPublic(record),
    run: copyPreviewLink,
  },
  {
    path: 'password-links',
    label: () => usersTexts().passwordLink,
    icon: 'copy',
    run: async (...of) => (await userActions()).createPasswordLink(...of),
  },
  {
    path: 'application-passwords',
    label: () => usersTexts()['application-passwords'].title,
    icon: 'key',
    run: async (...of) => (await userActions()).showSecrets('application-passwords', ...of),
  },
  {
    path: 'feed-keys',
    label: () => usersTexts()['feed-keys'].title,
    icon: 'calendar',
    run: async (...of) => (await userActions()).showSecrets('feed-keys', ...of),
  },
  {
    path: 'second-factor',
    label: () => securityTexts().secondFactor.turnOffTitle,
    icon: 'key',
    run: async (...of) => (await userActions()).turnOffSecondFactor(...of),
  },
];

export const recordActions = (resource: ResourceInfo, record: ApiRecord, onChanged: () => void): readonly MenuItem[] =>
  record.status === 'trash' || !may(resource.right) || isOwnAccount(resource, record.id)
    ? []
    : actions
        .filter(({ path, applies }) => hasAction(resource, path) && (applies?.(record) ?? true))
        .map(({ label, icon, run, changes }) => ({
          label: label(),
          icon,
          onSelect: () => inBackground(run(resource, record).then(() => changes && onChanged())),
        }));

/** Actions of a list beside creating a record. */
export const listActions = (resource: ResourceInfo, onChanged: () => void): readonly MenuItem[] =>
  `/${resource.path}/invitations` in contract.paths
    ? [
        {
          label: usersTexts().inviteUser,
          icon: 'add',
          onSelect: () => inBackground(userActions().then(({ invite }) => invite(resource, onChanged))),
        },
      ]
    : [];
