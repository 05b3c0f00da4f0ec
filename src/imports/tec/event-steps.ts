// The steps of events: published ones, others, those that lists do not show, and series.
import type { Warning } from '../incoming.js';
import { isRecord } from './client.js';
import { mapEvent } from './event.js';
import { api, inParts, perPage, progressOf } from './list-steps.js';
import { ListRefused, type ListSpec, readList } from './lists.js';
import type { MapContext } from './mapping.js';
import { mapImages } from './media.js';
import type { Mapped } from './page.js';
import { parentsFirst } from './parents.js';
import { dayInUrl } from './series.js';
import type { Session } from './session.js';
import { readableHidden } from './statuses.js';
import { type Step, type StepPage, skipped } from './step.js';
import { type Body, idIn, textIn } from './values.js';

/** The first day that the API takes for a date. */
const firstDay = '1971-01-01';
const lastDay = '2100-12-31';

const eventsSpec = ({ options }: Session, status: string): ListSpec => ({
  path: `${api}/events`,
  key: 'events',
  query: { start_date: options.since ?? firstDay, end_date: lastDay, status },
  perPage,
});

/**
 * Published events are read without credentials: with them, the list could show what a password protects, and nothing would
 * say that it does. Only if the site has no public list are they used.
 */
async function publishedSpec(session: Session): Promise<{ readonly spec: ListSpec; readonly isPublic: boolean }> {
  const spec = eventsSpec(session, 'publish');
  if (!session.client.hasCredentials) return { spec, isPublic: true };
  const { status } = await session.client.get(spec.path, { ...spec.query, per_page: '1' }, 'anonymous');
  const isPublic = status !== 401 && status !== 403;
  return { spec: isPublic ? { ...spec, as: 'anonymous' } : spec, isPublic };
}

/** Images that are not in the library come before the event that shows them; a child waits for its parent. */
function mapBody(session: Session, body: Body, context: MapContext): readonly Mapped[] {
  const event = mapEvent(body, context);
  if (!event) return [];
  const needsImages = session.hasLibrary === false && session.options.images !== 'none';
  const images = needsImages ? mapImages(body, context).filter(({ record }) => !session.knows(record.externalId)) : [];
  const parent = event.record.references?.parent?.[0];
  if (parent === undefined || session.knows(parent)) return [...images, event];
  session.children.push(event);
  return images;
}

/** Dates of series are set aside until all pages were read. */
function mapEvents(session: Session, items: readonly Body[], place: string): readonly Mapped[] {
  const context = session.contextAt(place);
  const isSingle = session.options.series === 'single';
  return items.flatMap((body) => {
    const id = idIn(body, 'id');
    if (id !== undefined) session.eventIds.add(id);
    if (!isSingle && session.series.add(body)) return [];
    const day = isSingle ? dayInUrl(body) : undefined;
    // Dates of a series have one slug, and single events cannot share it.
    return mapBody(session, day === undefined ? body : { ...body, slug: `${textIn(body, 'slug')}-${day}` }, context);
  });
}

async function* readEvents(session: Session, spec: ListSpec, label: string, from: number): AsyncGenerator<StepPage> {
  const { client, options } = session;
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for await (const { items, page, total, warnings, place, isLast } of readList(
    client,
    spec,
    from,
    options.concurrency,
  )) {
    const found = session.take(mapEvents(session, items.slice(0, left), place));
    left -= items.length;
    const isDone = isLast || left <= 0;
    yield {
      records: found.records,
      warnings: [...warnings, ...found.warnings],
      progress: progressOf(label, page * perPage, total),
      ...(!isDone && { next: page + 1 }),
    };
    if (isDone) return;
  }
}

const published: Step = {
  name: 'events',
  resource: 'event',
  read: async function* (session, page) {
    const { spec, isPublic } = await publishedSpec(session);
    if (!isPublic) {
      const text = 'The list of events needs credentials. Events with a password cannot be recognized: check them.';
      yield { ...skipped('protection unknown', session.client.place(spec.path), text), next: page };
    }
    yield* readEvents(session, spec, 'events', page);
    session.hasGathered = page === 1;
  },
};

const unpublished: Step = {
  name: 'unpublished',
  resource: 'event',
  read: async function* (session, page) {
    const { client } = session;
    const statuses = await readableHidden(client, `${api}/events`);
    if (statuses.length)
      yield* readEvents(session, eventsSpec(session, statuses.join(',')), 'unpublished events', page);
  },
};

/** After a resumed import, the lists that were read before are read again for the dates of series. */
async function gather(session: Session): Promise<void> {
  if (session.hasGathered) return;
  const { client, options } = session;
  const { spec } = await publishedSpec(session);
  for await (const { items, place } of readList(client, spec, 1, options.concurrency)) mapEvents(session, items, place);
  session.hasGathered = true;
}

/** Events that are hidden from listings are found in the list of posts, and read one by one. */
async function* readHidden(session: Session, from: number): AsyncGenerator<StepPage> {
  const { client, options } = session;
  if (options.limit !== undefined || options.since !== undefined) return;
  await gather(session);
  const spec: ListSpec = { path: 'wp/v2/tribe_events', key: '', query: { _fields: 'id,slug' }, perPage: 100 };
  const series = new Set(session.series.slugs());
  try {
    for await (const { items, page, total, warnings, isLast } of readList(client, spec, from, options.concurrency)) {
      const hidden = items.filter(
        (item) => !session.eventIds.has(idIn(item, 'id') ?? 0) && !series.has(textIn(item, 'slug')),
      );
      const read = await Promise.all(hidden.map((item) => readHiddenEvent(session, item)));
      const found = session.take(read.flatMap((one) => (Array.isArray(one) ? one : [])));
      const unreadable = read.flatMap((one) => (Array.isArray(one) ? [] : [one as Warning]));
      yield {
        records: found.records,
        warnings: [...warnings, ...found.warnings, ...unreadable],
        progress: progressOf('hidden events', page * spec.perPage, total),
        ...(!isLast && { next: page + 1 }),
      };
    }
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    const text = `The site answered ${error.status}. Events that are hidden from its lists are not imported.`;
    yield skipped('hidden events not readable', client.place(spec.path), text);
  }
}

/** Read without credentials, as published events are. A protected one cannot be read at all. */
async function readHiddenEvent(session: Session, item: Body): Promise<readonly Mapped[] | Warning> {
  const path = `${api}/events/${idIn(item, 'id') ?? 0}`;
  const place = session.client.place(path);
  const { status, body } = await session.client.get(path, {}, 'anonymous');
  if (status === 200 && isRecord(body)) return mapBody(session, body, session.contextAt(place));
  return { kind: 'event not readable', place, text: `The site answered ${status}.` };
}

const seriesPerPage = 20;

async function* readSeries(session: Session, from: number): AsyncGenerator<StepPage> {
  if (session.options.series === 'single') return;
  if (session.options.limit === undefined) await gather(session);
  const slugs = session.series.slugs();
  const context = session.contextAt(session.client.place(`${api}/events`));
  for (let page = from; (page - 1) * seriesPerPage < slugs.length; page++) {
    const some = slugs.slice((page - 1) * seriesPerPage, page * seriesPerPage);
    const posts = await postIds(session, some);
    const found = session.take(
      some.flatMap((slug) => session.series.records(slug, context, session.options, posts.get(slug))),
    );
    const isLast = page * seriesPerPage >= slugs.length;
    yield {
      ...found,
      progress: progressOf('series', page * seriesPerPage, slugs.length),
      ...(!isLast && { next: page + 1 }),
    };
  }
}

/** IDs of the posts that the dates belong to, as far as the site shows them. */
async function postIds({ client }: Session, slugs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const query = { slug: slugs.join(','), per_page: '100', _fields: 'id,slug' };
  const { body } = await client.get('wp/v2/tribe_events', query);
  const posts = Array.isArray(body) ? body.filter(isRecord) : [];
  return new Map(
    posts.flatMap((post) => {
      const id = idIn(post, 'id');
      return id === undefined ? [] : [[textIn(post, 'slug'), id] as const];
    }),
  );
}

async function* childrenOf(session: Session): AsyncGenerator<StepPage> {
  yield* inParts(session, parentsFirst(session.children), 'events with parents');
}

export const eventSteps: readonly Step[] = [
  published,
  unpublished,
  { name: 'hidden', resource: 'event', read: readHidden },
  // After an interruption those that were set aside before are missing here; the next sweep finds them.
  { name: 'children', resource: 'event', read: childrenOf },
  { name: 'series', resource: 'event', read: readSeries },
];
