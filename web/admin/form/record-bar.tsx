// The bar above a form: title, status and buttons.
import { request } from '../api/client';
import { contract, pluralOf, type ResourceInfo } from '../api/contract';
import { showMoment } from '../api/moment';
import { pageOf } from '../api/records';
import { statusLabel } from '../api/status';
import { confirmRemoval } from '../collection/removal';
import { texts as collectionTexts } from '../collection/texts';
import { openHistory } from '../history/history';
import { texts as historyTexts } from '../history/texts';
import { recordActions } from '../record/record-actions';
import { hrefOf, navigate } from '../router';
import { changeChosenDates, toastUndo } from '../series/chosen-dates';
import { Button, ButtonLink } from '../ui/button';
import { Icon } from '../ui/icon';
import { Menu, type MenuItem } from '../ui/menu';
import { inBackground, toast, toastFailure } from '../ui/toast';
import { isWall } from '../widgets/wall-clock';
import type { Action } from './actions';
import { restore, type Stored, trash } from './form-api';
import { texts } from './texts';

interface BarProps {
  readonly resource: ResourceInfo;
  readonly name: string;
  readonly stored: Stored;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly actions: readonly Action[];
  readonly onAct: (action: Action) => void;
  /** The stored record is another one, such as an earlier version. */
  readonly onRestored: () => void;
}

/** Actions of users who may edit the record. */
function editorItems({ resource, name, stored, onRestored }: BarProps, id: number): readonly MenuItem[] {
  const { etag } = stored;
  return [
    {
      label: historyTexts().history,
      icon: 'restore',
      onSelect: () => inBackground(openHistory({ resource, id, name, etag, onRestored })),
    },
    {
      label: resource.removal === 'trash' ? texts().moveToTrash : texts().delete,
      icon: 'trash',
      danger: true,
      onSelect: () => inBackground(remove(resource, stored, name)),
    },
  ];
}

export function RecordBar(props: BarProps) {
  const { resource, name, stored, changed, busy, actions, onAct } = props;
  const { record } = stored;
  const status = record && resource.statuses ? (record.status ?? '') : '';
  const page = record && pageOf(resource, record);
  const items = record
    ? [...recordActions(resource, record, props.onRestored), ...(stored.editable ? editorItems(props, record.id) : [])]
    : [];
  return (
    <header class="record-bar">
      <div class="record-name">
        <a class="back" href={hrefOf(`/${resource.path}`)}>
          <Icon name="back" size={14} /> {pluralOf(resource)}
        </a>
        <h1>{name}</h1>
        <p class="record-state" aria-live="polite">
          {status && <span class={`badge ${status}`}>{statusLabel(status)}</span>}
          {status === 'future' && isWall(stored.values.date) && (
            <span class="quiet-text">
              {texts().scheduledFor(showMoment(stored.values.date), contract.site.timezone.replaceAll('_', ' '))}
            </span>
          )}
          {changed && <span class="unsaved">{texts().unsaved}</span>}
        </p>
      </div>
      <div class="record-actions">
        {page && (
          <ButtonLink kind="quiet" icon="external" href={page} target="_blank" rel="noopener">
            {texts().view}
          </ButtonLink>
        )}
        {actions.map((action) => (
          <Button
            key={action.label}
            kind={action.primary ? 'primary' : 'plain'}
            busy={busy}
            onClick={() => onAct(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {items.length > 0 && <Menu iconOnly label={collectionTexts().actions} items={items} disabled={busy} />}
    </header>
  );
}

async function remove(resource: ResourceInfo, { record, etag }: Stored, name: string): Promise<void> {
  if (!record) return;
  const { id } = record;
  try {
    if (record.occurrence_of !== undefined) {
      const undo = await changeChosenDates(resource, record, {
        action: texts().moveToTrash,
        body: undefined,
        ifMatch: etag,
      });
      if (!undo) return;
      // With a note the date is gone, and the series has new ones.
      toastUndo(texts().movedToTrash(name), undo, (note) =>
        inBackground(navigate(`/${resource.path}/${note === undefined ? id : record.occurrence_of}`)),
      );
    } else if (resource.removal === 'trash') {
      await trash(resource, id, etag);
      const back = async () => {
        await restore(resource, id, String(record.status)).catch(toastFailure);
        await navigate(`/${resource.path}/${id}`);
      };
      toast(texts().movedToTrash(name), { undo: back });
    } else {
      const query = await confirmRemoval(resource, texts().delete, [record]);
      if (query === undefined) return;
      await request('DELETE', `/${resource.path}/${id}${query}`);
      toast(texts().deleted(name));
    }
    await navigate(`/${resource.path}`, { force: true });
  } catch (error) {
    toastFailure(error);
  }
}
