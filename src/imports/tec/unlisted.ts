// Events that the lists of the API do not show, such as those that are hidden from listings. Other lists of the site show
// them: `tec/v1` all events, `wp/v2` upcoming ones. Each is read by its ID.
import { isObject } from '../../core/is-object.js';
import type { Warning } from '../incoming.js';
import { isProtected, SiteUnreadable } from './client.js';
import { mapProtected } from './event.js';
import { mapBody } from './event-body.js';
import { api, progressOf } from './list-steps.js';
import { readList } from './lists.js';
import type { Mapped } from './page.js';
import { isPublished, readRows } from './row-lists.js';
import type { EventRow } from './rows.js';
import { firstDateId } from './series.js';
import type { RowList, Session } from './session.js';
import { type StepPage, skipped } from './step.js';
import { type Body, idIn, lineIn, momentIn, textIn } from './values.js';
import { withDetails } from './with-details.js';

/** The step begins again after an interruption: its lists are compared with everything that was read before. The rows are
 * listed once more, so that what changed meanwhile is read again. */
export async function* readUnlisted(session: Session): AsyncGenerator<StepPage> {
  yield* readRows(session);
  forgetChangedSeries(session);
  for (const list of session.rowLists) yield* readOthers(session, list);
  // Without the rows, dates and posts of series could not be distinguished.
  if (session.hasAllRows) yield* readFound(session);
  yield* readByIds(session, knownIds(session), 'events of earlier imports');
  if (!session.hasTecV1 && session.isFirstImport) yield* probe(session);
}

async function* readOthers(session: Session, { rows, status, place, total }: RowList): AsyncGenerator<StepPage> {
  const isUnread = (row: EventRow) => !session.hasRead(session.rows.listedId(row.id)) || !session.isCurrent(row);
  const listed = new Set(rows.map(({ id }) => session.rows.listedId(id)));
  const unread = [...new Set(rows.filter(isUnread).map(({ id }) => session.rows.listedId(id)))];
  for (let from = 0; from < unread.length; from += idsPerPage) {
    const some = unread.slice(from, from + idsPerPage);
    const progress = progressOf('hidden events', from + some.length, unread.length);
    yield { ...(await readEach(session, some, isPublished(status))), progress, next: 1 };
  }
  session.compareTotals(place, total, [...listed].filter((id) => session.eventIds.has(id)).length);
}

/** Published events that no list shows, such as those without dates: the search of the site finds them. It is asked for two
 * kinds of records, as a search for events alone would only find those with dates. */
async function* readFound(session: Session): AsyncGenerator<StepPage> {
  const { client, options } = session;
  const query = { type: 'post', 'subtype[0]': 'tribe_events', 'subtype[1]': 'tribe_venue', _fields: 'id,subtype' };
  const spec = { path: 'wp/v2/search', key: '', query, perPage: 100, as: 'anonymous' } as const;
  try {
    for await (const { items, page, total, warnings } of readList(client, spec, 1, options.concurrency)) {
      const events = items.filter((item) => textIn(item, 'subtype') === 'tribe_events');
      const ids = events.map((item) => session.rows.listedId(idIn(item, 'id') ?? 0));
      const unread = ids.filter((id) => !session.hasRead(id) && !session.rows.isSeriesPost(id));
      const found = await readEach(session, unread, true);
      const progress = progressOf('search', page * spec.perPage, total);
      yield { ...found, warnings: [...session.once(warnings), ...found.warnings], progress, next: 1 };
    }
  } catch (error) {
    // Many sites have no such search.
    if (!(error instanceof SiteUnreadable) || client.signal?.aborted) throw error;
  }
}

/** A series that changed while the lists were read is read again date by date, as its dates may have new numbers. */
function forgetChangedSeries(session: Session): void {
  const { series, rows, rowLists, eventIds } = session;
  const changed = rowLists.flatMap((list) => list.rows.filter((row) => !session.isCurrent(row)));
  const posts = new Set(changed.map(({ post }) => post));
  for (const slug of series.slugs()) {
    const post = rows.seriesOf(slug);
    if (!post || (!posts.has(post.id) && series.hasDates(slug, post.rows))) continue;
    series.forget(slug);
    for (const id of post.rows) eventIds.delete(id);
  }
}

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
  if (momentIn(body, 'start_date') === undefined) {
    session.unreadable.add(id);
    return { kind: 'event without dates', place, text: `${lineIn(body, 'title')}: an event needs a start.` };
  }
  const [whole = body] = await withDetails(session, [body], isPublic);
  return session.addEvent(whole) ? [] : mapBody(session, whole, session.contextAt(place));
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
