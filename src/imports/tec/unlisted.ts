// Events that the lists of the API do not show, such as those that are hidden from listings. Other lists of the site show
// them: `tec/v1` all events, `wp/v2` upcoming ones. Each is read by its ID.
import { isObject } from '../../core/is-object.js';
import type { Warning } from '../incoming.js';
import { isProtected, SiteUnreadable } from './client.js';
import { mapProtected } from './event.js';
import { mapBody } from './event-body.js';
import { api, progressOf } from './list-steps.js';
import { type ListSpec, readList } from './lists.js';
import type { Mapped } from './page.js';
import { firstDateId } from './series.js';
import type { Session } from './session.js';
import { readableHidden } from './statuses.js';
import { type StepPage, skipped } from './step.js';
import { type Body, idIn, textIn } from './values.js';

/** Callers of `tec/v1` must send this sentence. */
const acknowledgement =
  'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.';

const hasTecV1 = ({ client }: Session): boolean => client.namespaces.includes('tec/v1');

/** By status: published events are read without credentials, as in the other steps. */
function listsOf(session: Session, status: string): readonly ListSpec[] {
  const as = status === 'publish' ? ({ as: 'anonymous' } as const) : {};
  const common = { key: '', perPage: 100, ...as };
  const query = status === 'publish' ? {} : { status };
  const headers = { 'x-tec-eea': acknowledgement };
  const fields = 'id,slug,status';
  return [
    ...(hasTecV1(session)
      ? [{ path: 'tec/v1/events', query: { ...query, _fields: `${fields},occurrence_id` }, headers, ...common }]
      : []),
    { path: 'wp/v2/tribe_events', query: { ...query, _fields: fields }, ...common },
  ];
}

/** The step begins again after an interruption: its lists are compared with everything that was read before. */
export async function* readUnlisted(session: Session): AsyncGenerator<StepPage> {
  const statuses = ['publish', ...(await readableHidden(session.client, `${api}/events`))];
  for (const status of statuses) {
    for (const spec of listsOf(session, status)) yield* readOthers(session, spec, status);
  }
  yield* readByIds(session, knownIds(session), 'events of earlier imports');
  if (!hasTecV1(session) && session.isFirstImport) yield* probe(session);
}

async function* readOthers(session: Session, spec: ListSpec, status: string): AsyncGenerator<StepPage> {
  const { client, options } = session;
  const rows: Body[] = [];
  let expected = 0;
  try {
    // A series is known by its rows, which can be on several pages.
    for await (const { items, total, warnings } of readList(client, spec, 1, options.concurrency)) {
      for (const item of items) session.rows.add(item);
      rows.push(...items);
      expected = total ?? rows.length;
      if (warnings.length) yield { records: [], warnings: session.once(warnings), next: 1 };
    }
  } catch (error) {
    // The lists of events were read: an import need not fail because of a list that only few sites have.
    if (!(error instanceof SiteUnreadable) || client.signal?.aborted) throw error;
    const text = `${error.reason}. Events that are hidden from its lists may be missing.`;
    const warning = { kind: 'hidden events not readable', place: client.place(spec.path, spec.query), text };
    yield { records: [], warnings: session.once([warning]), next: 1 };
    return;
  }
  const listed = [...new Set(rows.map((row) => session.rows.listedId(row)))];
  const unknown = listed.filter((id) => !session.hasRead(id));
  for (let from = 0; from < unknown.length; from += idsPerPage) {
    const some = unknown.slice(from, from + idsPerPage);
    const progress = progressOf('hidden events', from + some.length, unknown.length);
    yield { ...(await readEach(session, some, isPublished(status))), progress, next: 1 };
  }
  const read = listed.filter((id) => session.eventIds.has(id)).length;
  session.compareTotals(client.place(spec.path, spec.query), expected, read);
}

const isPublished = (status: string): boolean => status === 'publish';

type Found = Pick<StepPage, 'records' | 'warnings' | 'ids'>;

/** Those that cannot be read are reported, and their IDs are kept free. */
async function readEach(session: Session, ids: readonly number[], isPublic: boolean): Promise<Found> {
  const read = await Promise.all(ids.map((id) => readById(session, id, isPublic)));
  const found = session.take(read.flatMap((one) => (Array.isArray(one) ? one : [])));
  const unreadable = read.flatMap((one) => (Array.isArray(one) ? [] : [one as Warning]));
  return { records: found.records, warnings: [...found.warnings, ...session.once(unreadable)], ids };
}

/** Published ones without credentials, so that what a password protects stays so. */
async function readById(session: Session, id: number, isPublic: boolean): Promise<readonly Mapped[] | Warning> {
  const path = `${api}/events/${id}`;
  const place = session.client.place(path);
  const answer = await session.client.get(path, {}, isPublic ? { as: 'anonymous' } : {});
  if (isProtected(answer) && session.knownIds.includes(id)) {
    session.eventIds.add(id);
    return [mapProtected(id, session.contextAt(place))];
  }
  const { status, body } = answer;
  if (status !== 200 || !isObject(body)) {
    session.unreadable.add(id);
    return { kind: 'event not readable', place, text: `The site answered ${status}.` };
  }
  session.eventIds.add(id);
  return session.series.add(body) ? [] : mapBody(session, body, session.contextAt(place));
}

/** Events of an earlier import that no list of this sweep has shown. */
const knownIds = (session: Session): readonly number[] => session.knownIds.filter((id) => !session.hasRead(id));

const idsPerPage = 50;

/** Those that the site does not show any more are left to the end of the sweep. */
async function* readByIds(session: Session, ids: readonly number[], label: string): AsyncGenerator<StepPage> {
  for (let from = 0; from < ids.length; from += idsPerPage) {
    const some = ids.slice(from, from + idsPerPage);
    const { records, warnings } = await readEach(session, some, !session.client.hasCredentials);
    const isOther = ({ kind }: Warning) => kind !== 'event not readable';
    const progress = progressOf(label, from + some.length, ids.length);
    yield { records, warnings: warnings.filter(isOther), progress, next: 1 };
  }
}

/** Requests for IDs that may be events. */
const maxProbes = 1_000;

/** Without `tec/v1`, nothing lists past events that are hidden: IDs between those of known events are tried. */
async function* probe(session: Session): AsyncGenerator<StepPage> {
  const { client } = session;
  const ids = [...session.eventIds].filter((id) => id < firstDateId);
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  const unknown: number[] = [];
  for (let id = last; id > first; id--) if (!session.hasRead(id) && !session.hasPost(id)) unknown.push(id);
  const path = 'wp/v2/tribe_events';
  const asked = unknown.slice(0, maxProbes);
  for (let from = 0; from < asked.length; from += idsPerPage) {
    const some = asked.slice(from, from + idsPerPage);
    const answers = await Promise.all(some.map((id) => client.get(`${path}/${id}`, { _fields: 'id,slug,status' })));
    const events = answers.flatMap(({ status, body }) => (status === 200 && isObject(body) ? [body] : []));
    const isPublic = (item: Body) => isPublished(textIn(item, 'status'));
    for (const group of [events.filter(isPublic), events.filter((item) => !isPublic(item))]) {
      const found = await readEach(
        session,
        group.map((item) => idIn(item, 'id') ?? 0),
        group.some(isPublic),
      );
      yield { ...found, progress: progressOf('IDs of hidden events', from + some.length, asked.length), next: 1 };
    }
  }
  if (unknown.length <= asked.length) return;
  const text = `${unknown.length - asked.length} IDs were not tried. Past events that are hidden from listings may be missing.`;
  yield skipped('hidden events not counted', client.place(path), text);
}
