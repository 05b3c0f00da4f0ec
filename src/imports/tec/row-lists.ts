// The rows of all events, in short: `tec/v1` lists every event, `wp/v2` upcoming ones with their details.
import type { Warning } from '../incoming.js';
import { type SiteClient, SiteUnreadable } from './client.js';
import { detailFields } from './details.js';
import { api, progressOf } from './list-steps.js';
import { type ListSpec, readList } from './lists.js';
import { type EventRow, rowIn } from './rows.js';
import type { Session } from './session.js';
import { readableHidden } from './statuses.js';
import type { StepPage } from './step.js';

/** Callers of `tec/v1` must send this sentence. */
const acknowledgement =
  'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.';

const newerList = 'tec/v1/events';

export const isPublished = (status: string): boolean => status === 'publish';

/** `tec/v1` refuses the trash. */
const hasNewerList = ({ namespaces }: SiteClient, status: string): boolean =>
  namespaces.includes('tec/v1') && status !== 'trash';

/** Published events are read without credentials, as in the other steps. */
const asOf = (status: string) => (isPublished(status) ? ({ as: 'anonymous' } as const) : {});

/** The list with the most events of a status. */
export function rowsSpec(client: SiteClient, status: string): Omit<ListSpec, 'key' | 'perPage'> {
  return hasNewerList(client, status)
    ? newerSpec(status)
    : {
        path: `${api}/events`,
        query: { status, start_date: '1971-01-01', end_date: '2100-12-31' },
        ...asOf(status),
      };
}

const newerSpec = (status: string) => ({
  path: newerList,
  query: isPublished(status) ? {} : { status },
  headers: { 'x-tec-eea': acknowledgement },
  ...asOf(status),
});

function listsOf({ client }: Session, status: string): readonly ListSpec[] {
  const common = { key: '', perPage: 100 };
  const fields = `id,slug,status,modified,${detailFields}`;
  const { query, ...newer } = newerSpec(status);
  const rows = { ...newer, ...common, query: { ...query, _fields: `${fields},occurrence_id` } };
  const posts = { path: 'wp/v2/tribe_events', query: { ...query, _fields: fields }, ...common, ...asOf(status) };
  return hasNewerList(client, status) ? [rows, posts] : [posts];
}

/** Reads them again: what they showed before is forgotten. */
export async function* readRows(session: Session): AsyncGenerator<StepPage> {
  session.startRows();
  const statuses = ['publish', ...(await readableHidden(session.client, `${api}/events`))];
  const specs = statuses.flatMap((status) => listsOf(session, status).map((spec) => ({ spec, status })));
  let hasAllRows = session.hasTecV1;
  for (const { spec, status } of specs) {
    const isRead = yield* readRowList(session, spec, status);
    if (spec.path === newerList) hasAllRows &&= isRead;
  }
  session.hasRows = true;
  session.hasAllRows = hasAllRows;
}

/** Once for each sweep; a trial does without them. */
export async function* readRowsOnce(session: Session): AsyncGenerator<StepPage> {
  if (!session.hasRows && session.options.limit === undefined) yield* readRows(session);
}

async function* readRowList(session: Session, spec: ListSpec, status: string): AsyncGenerator<StepPage, boolean> {
  const { client, options } = session;
  const place = client.place(spec.path, spec.query);
  const rows: EventRow[] = [];
  let count = 0;
  try {
    for await (const { items, page, total, warnings } of readList(client, spec, 1, options.concurrency)) {
      rows.push(...items.map(rowIn));
      count = total ?? rows.length;
      const progress = progressOf('IDs of events', page * spec.perPage, total);
      yield { records: [], warnings: session.once(warnings), progress, next: 1 };
    }
    session.addRows({ place, status, rows, total: count });
    return true;
  } catch (error) {
    // The lists of events are read in any case: an import need not fail because of a list that only few sites have.
    if (!(error instanceof SiteUnreadable) || client.signal?.aborted) throw error;
    const text = `${error.reason}. Events that are hidden from its lists may be missing.`;
    const warning: Warning = { kind: 'hidden events not readable', place, text };
    yield { records: [], warnings: session.once([warning]), next: 1 };
    return false;
  }
}
