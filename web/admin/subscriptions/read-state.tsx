// The state of a subscribed calendar: in its row of the list, above its form and beside its address.
import type { ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { may } from '../api/session';
import { Button } from '../ui/button';
import { Moment } from '../ui/moment';
import { inBackground } from '../ui/toast';
import './subscriptions.css';
import { isReading, latestOf, readNow } from './read';
import { texts } from './texts';

type State = keyof ReturnType<typeof texts>['states'];

function stateOf({ id, paused, last_result: result }: ApiRecord): State {
  if (isReading(id)) return 'reading';
  if (paused) return 'paused';
  return result === 'failed' ? 'failed' : result ? 'current' : 'unread';
}

const StateBadge = ({ record }: { readonly record: ApiRecord }) => {
  const state = stateOf(record);
  return <span class={`badge read-${state}`}>{texts().states[state]}</span>;
};

/** Nothing for a record that is no calendar. */
const isCalendar = ({ last_result }: ApiRecord): boolean => last_result !== undefined;

/** The cell of a list: the state, and why the last read failed. */
export function ReadCell({ record }: { readonly record: ApiRecord }) {
  const latest = latestOf(record);
  return (
    <div class="read-cell">
      <StateBadge record={latest} />
      {latest.last_result === 'failed' && <small>{latest.message}</small>}
    </div>
  );
}

interface ReadNoticeProps {
  readonly resource: ResourceInfo;
  readonly record: ApiRecord;
  readonly onRead: () => void;
}

/** Above the form. */
export function ReadNotice({ resource, record, onRead }: ReadNoticeProps) {
  if (!isCalendar(record)) return null;
  const latest = latestOf(record);
  const { columns, never } = texts();
  const { checked_utc: checked, next_utc: next, event_count: count = 0, paused } = latest;
  return (
    <div class="notice read-state" role="status">
      <StateBadge record={latest} />
      <dl>
        <div>
          <dt>{columns.event_count}</dt>
          <dd>{count}</dd>
        </div>
        <div>
          <dt>{columns.checked_utc}</dt>
          <dd>{checked ? <Moment utc={checked} /> : never}</dd>
        </div>
        {next && !paused && (
          <div>
            <dt>{columns.next_utc}</dt>
            <dd>
              <Moment utc={next} />
            </dd>
          </div>
        )}
      </dl>
      {may(resource.right) && (
        <Button
          icon="restore"
          disabled={isReading(record.id)}
          onClick={() => inBackground(readNow(resource, record).then(onRead))}
        >
          {texts().readNow}
        </Button>
      )}
    </div>
  );
}

/** The error of the last read, with its cure, beside the address: until another address is entered. */
export function readErrors(record: ApiRecord | undefined, changes: object): Readonly<Record<string, string>> {
  if (!record || !isCalendar(record) || 'url' in changes || isReading(record.id)) return {};
  const { last_result: result, message = '' } = latestOf(record);
  return result === 'failed' ? { url: texts().cure(message) } : {};
}
