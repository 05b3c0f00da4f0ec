// The steps of events: published ones, others, those that lists do not show, and series.
import { isObject } from '../../core/is-object.js';
import { mapBody } from './event-body.js';
import { api, inParts, perPage, progressOf } from './list-steps.js';
import { type ListSpec, readList } from './lists.js';
import type { Mapped } from './page.js';
import { parentsFirst } from './parents.js';
import { readRowsOnce } from './row-lists.js';
import { firstDateId, postOfSlug, type SeriesMaster } from './series.js';
import type { Session } from './session.js';
import { readSiteRule, type SiteRule } from './site-rule.js';
import { readableHidden } from './statuses.js';
import { type Step, type StepPage, skipped } from './step.js';
import { readUnlisted } from './unlisted.js';
import { type Body, idIn } from './values.js';
import { withDetails } from './with-details.js';

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
  const { status } = await session.client.get(spec.path, { ...spec.query, per_page: '1' }, { as: 'anonymous' });
  const isPublic = status !== 401 && status !== 403;
  return { spec: isPublic ? { ...spec, as: 'anonymous' } : spec, isPublic };
}

/** Dates of series are set aside until all pages were read. */
async function mapEvents(
  session: Session,
  items: readonly Body[],
  { as }: ListSpec,
  place: string,
): Promise<readonly Mapped[]> {
  const context = session.contextAt(place);
  const bodies = await withDetails(session, items, as === 'anonymous');
  return bodies.flatMap((body) => {
    return session.addEvent(body) ? [] : mapBody(session, body, context);
  });
}

async function* readEvents(session: Session, spec: ListSpec, label: string, from: number): AsyncGenerator<StepPage> {
  const { client, options } = session;
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const listed = new Set<number>();
  for await (const { items, page, total, warnings, place, isLast } of readList(
    client,
    spec,
    from,
    options.concurrency,
  )) {
    const found = session.take(await mapEvents(session, items.slice(0, left), spec, place));
    left -= items.length;
    for (const item of items) listed.add(idIn(item, 'id') ?? 0);
    const isDone = isLast || left <= 0;
    if (isLast && from === 1) session.compareTotals(client.place(spec.path, spec.query), total ?? 0, listed.size);
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
    for await (const found of readRowsOnce(session)) yield { ...found, next: page };
    if (page === 1 && session.hasAllRows) await session.listed();
    yield* readEvents(session, spec, 'events', page);
    session.hasGathered = page === 1;
  },
};

const unpublished: Step = {
  name: 'unpublished',
  resource: 'event',
  read: async function* (session, page) {
    for (const spec of await unpublishedSpecs(session)) yield* readEvents(session, spec, 'unpublished events', page);
  },
};

/** One list, or none without the rights. */
async function unpublishedSpecs(session: Session): Promise<readonly ListSpec[]> {
  const statuses = await readableHidden(session.client, `${api}/events`);
  return statuses.length ? [eventsSpec(session, statuses.join(','))] : [];
}

/** After a resumed import, the lists that were read before are read again: for the dates of series, and to know which
 * events they show. */
async function gather(session: Session): Promise<void> {
  if (session.hasGathered) return;
  for await (const _ of readRowsOnce(session));
  const { client, options } = session;
  const specs = [(await publishedSpec(session)).spec, ...(await unpublishedSpecs(session))];
  for (const spec of specs)
    for await (const { items, place } of readList(client, spec, 1, options.concurrency))
      await mapEvents(session, items, spec, place);
  session.hasGathered = true;
}

async function* readHidden(session: Session): AsyncGenerator<StepPage> {
  const { limit, since } = session.options;
  if (limit !== undefined || since !== undefined) return;
  await gather(session);
  yield* readUnlisted(session);
  yield { records: [], warnings: [] };
}

const seriesPerPage = 20;

async function* readSeries(session: Session, from: number): AsyncGenerator<StepPage> {
  if (session.options.limit === undefined) await gather(session);
  const slugs = session.series.slugs();
  const context = session.contextAt(session.client.place(`${api}/events`));
  for (let page = from; (page - 1) * seriesPerPage < slugs.length; page++) {
    const some = slugs.slice((page - 1) * seriesPerPage, page * seriesPerPage);
    const masters = await Promise.all(some.map((slug) => readMaster(session, slug)));
    const found = session.take(some.flatMap((slug, at) => session.series.records(slug, context, masters[at])));
    const isLast = page * seriesPerPage >= slugs.length;
    yield {
      ...found,
      progress: progressOf('series', page * seriesPerPage, slugs.length),
      ...(!isLast && { next: page + 1 }),
    };
  }
}

async function readMaster(session: Session, slug: string): Promise<SeriesMaster> {
  const id = await masterId(session, slug);
  const shownId = id ?? session.series.firstId(slug);
  const rule = session.options.series === 'rules' ? await siteRule(session, shownId) : undefined;
  return { ...(id !== undefined && { id }), ...(rule && { rule }) };
}

async function siteRule({ client }: Session, id: number): Promise<SiteRule | undefined> {
  const { status, body } = await client.get(`wp/v2/tribe_events/${id}`, { _fields: 'meta' });
  return status === 200 && isObject(body) ? readSiteRule(body.meta) : undefined;
}

/** The ID of the post that the dates belong to, as far as the site shows it. `wp/v2` has no such post: it answers with the
 * dates. The ID of a date is never used. */
async function masterId(session: Session, slug: string): Promise<number | undefined> {
  const id = session.rows.seriesOf(slug)?.id ?? postOfSlug(slug) ?? (await idBySlug(session, slug));
  return id === undefined || id >= firstDateId || session.eventIds.has(id) ? undefined : id;
}

async function idBySlug({ client }: Session, slug: string): Promise<number | undefined> {
  const { status, body } = await client.get(`${api}/events/by-slug/${encodeURIComponent(slug)}`);
  return status === 200 && isObject(body) ? idIn(body, 'id') : undefined;
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
