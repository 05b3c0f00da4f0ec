// The steps before the events: terms, venues, organizers and images.
import { isObject } from '../../core/is-object.js';
import { ListRefused, type ListSpec, readList } from './lists.js';
import { type MapBody, mapCategory, mapOrganizer, mapTag, mapVenue } from './mapping.js';
import { mapMedia } from './media.js';
import type { Mapped } from './page.js';
import { parentsFirst } from './parents.js';
import type { Session } from './session.js';
import { readableStatuses } from './statuses.js';
import { type Step, type StepPage, skipped } from './step.js';
import { type Body, idIn, renderedIn, textIn } from './values.js';
import { withVenueMeta } from './venue-meta.js';

export const api = 'tribe/events/v1';
export const perPage = 50;

const specOf = (key: string, query: Readonly<Record<string, string>>): ListSpec => ({
  path: `${api}/${key}`,
  key,
  query,
  perPage,
});

/** Every page of a list, each as a page of the import. */
async function* readAll(
  session: Session,
  spec: ListSpec,
  map: MapBody,
  label: string,
  from: number,
  prepare: (bodies: readonly Body[]) => Promise<readonly Body[]> | readonly Body[] = (bodies) => bodies,
): AsyncGenerator<StepPage> {
  const { client, options } = session;
  let before: number | undefined;
  for await (const { items, page, total, warnings, place, isLast } of readList(
    client,
    spec,
    from,
    options.concurrency,
  )) {
    // Pages shift when a record is removed: one may have been passed over.
    if (before !== undefined && total !== before) session.isUnsteady = true;
    before = total;
    const context = session.contextAt(place);
    const found = session.take((await prepare(items)).flatMap((body) => map(body, context) ?? []));
    yield {
      records: found.records,
      warnings: [...warnings, ...found.warnings],
      progress: progressOf(label, page * spec.perPage, total),
      ...(!isLast && { next: page + 1 }),
    };
  }
}

export const progressOf = (label: string, done: number, total: number | undefined) => ({
  label,
  done: total === undefined ? done : Math.min(done, total),
  ...(total !== undefined && { total }),
});

const tags: Step = {
  name: 'tags',
  resource: 'tag',
  read: (session, page) => readAll(session, specOf('tags', { hide_empty: '0' }), mapTag, 'tags', page),
};

/** All of them are read before the first is returned, whatever the page: parents can be on later pages. */
async function* readCategories(session: Session): AsyncGenerator<StepPage> {
  const { client, options } = session;
  const all: Mapped[] = [];
  const spec = specOf('categories', { hide_empty: '0' });
  for await (const { items, place, warnings } of readList(client, spec, 1, options.concurrency)) {
    all.push(...items.flatMap((body) => mapCategory(body, session.contextAt(place)) ?? []));
    if (warnings.length) yield { records: [], warnings, next: 1 };
  }
  yield* inParts(session, parentsFirst(all), 'categories');
}

/** Records that are already in memory, as pages. Their step begins again after an interruption. */
export function* inParts(session: Session, all: readonly Mapped[], label: string): Generator<StepPage> {
  for (let from = 0; from < all.length; from += perPage) {
    const isLast = from + perPage >= all.length;
    yield {
      ...session.take(all.slice(from, from + perPage)),
      progress: progressOf(label, from + perPage, all.length),
      ...(!isLast && { next: 1 }),
    };
  }
}

/** The name of a protected record is empty here; `wp/v2` has it. */
async function withName({ client }: Session, resource: 'venue' | 'organizer', body: Body): Promise<Body> {
  if (typeof body[resource] === 'string') return body;
  const path = `wp/v2/tribe_${resource}/${idIn(body, 'id')}`;
  const answer = await client.get(path, { _fields: 'title' });
  const title = answer.status === 200 && isObject(answer.body) ? renderedIn(answer.body, 'title') : '';
  return { ...body, [resource]: title || textIn(body, 'slug'), isProtected: true };
}

const contactStep = (
  name: 'venues' | 'organizers',
  resource: 'venue' | 'organizer',
  map: MapBody,
  complete: typeof withVenueMeta = async (_, bodies) => bodies,
): Step => ({
  name,
  resource,
  read: async function* (session, page) {
    const { client } = session;
    const status = (await readableStatuses(client, `${api}/${name}`)).join(',');
    yield* readAll(session, specOf(name, { status }), map, name, page, async (bodies) =>
      complete(client, await Promise.all(bodies.map((body) => withName(session, resource, body))), status),
    );
  },
});

const media: Step = {
  name: 'media',
  resource: 'media',
  read: async function* (session, page) {
    const { client, options } = session;
    if (options.images === 'none') return;
    const spec: ListSpec = { path: 'wp/v2/media', key: '', query: { media_type: 'image' }, perPage: 100 };
    try {
      yield* readAll(session, spec, mapMedia, 'media', page);
      session.hasLibrary = true;
    } catch (error) {
      if (!(error instanceof ListRefused)) throw error;
      session.hasLibrary = false;
      const text = `The site answered ${error.status}. Only images that events, venues and organizers show are imported.`;
      yield skipped('media library not readable', client.place(spec.path), text);
    }
  },
};

/** Images come before the records that show them. */
export const listSteps: readonly Step[] = [
  tags,
  { name: 'categories', resource: 'category', read: readCategories },
  media,
  contactStep('venues', 'venue', mapVenue, withVenueMeta),
  contactStep('organizers', 'organizer', mapOrganizer),
];
