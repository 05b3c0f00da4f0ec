// Reads every GET route as every caller without special rights, and looks in bodies and headers for marked texts that the
// caller may not see. Nor must it make a difference whether a request names a hidden record or none.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { feedTypes } from '../src/core/format.js';
import { facadesOf } from '../src/endpoints/facades.js';
import type { Reply } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Caller, callers, openMarkers, stem, unknownStem, unknownWord } from './harness/leaks/markers.js';
import { type Hidden, type MarkedCalendar, markCalendar } from './harness/leaks/records.js';
import { type Extent, isApi, pathsOf, readsOf, recordRoutes } from './harness/leaks/routes.js';
import { repetitions } from './harness/repetitions.js';
import { startWorld, type World } from './harness/world.js';

interface Read {
  /** Below the root of the server. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const atOnce = 8;
const password = 'correct horse battery';
const isWhole = repetitions(1) > 1;

const extents: Readonly<Record<Caller | 'administrator', Extent>> = {
  anonymous: { isReader: true, allFormats: true, allPages: true },
  subscriber: { isReader: true, allFormats: isWhole, allPages: isWhole },
  contributor: { isReader: false, allFormats: isWhole, allPages: isWhole },
  author: { isReader: false, allFormats: isWhole, allPages: isWhole },
  administrator: { isReader: false, allFormats: false, allPages: false },
};

const facades = facadesOf({ apiNamespace: 'cal', dropin: true, maxPerPage: 100, recurrence: true });

forEachEngine((engine) => {
  let world: World;
  let routes: readonly string[];
  let calendar: MarkedCalendar;
  const markers = openMarkers();
  const cookies = new Map<string, string>();

  beforeAll(async () => {
    routes = await recordRoutes(async () => {
      world = await startWorld(engine);
    });
    calendar = await markCalendar(world, markers);
    for (const caller of ['subscriber', 'contributor', 'author'] as const) {
      const { name } = world.people[caller];
      await changePassword(world.store, name, password);
      const { headers } = await world.ask('POST /session', { body: { user: name, password } });
      cookies.set(caller, headers.get('set-cookie')?.split(';', 1)[0] ?? '');
    }
  }, 300_000);
  afterAll(() => world?.stop());

  /** Pages know sessions only. */
  const send = ({ path, headers }: Read, as: Caller | 'administrator'): Promise<Reply> => {
    const cookie = cookies.get(as);
    return isApi(path)
      ? world.askAgain(`GET /${path}`, { as, headers })
      : world.askAgain(`GET /${path}`, { headers: { accept: 'text/html', ...(cookie && { cookie }), ...headers } });
  };

  async function sendAll<R extends Read>(
    reads: readonly R[],
    as: Caller | 'administrator',
    work: Work<R>,
  ): Promise<void> {
    for (let at = 0; at < reads.length; at += atOnce)
      await Promise.all(reads.slice(at, at + atOnce).map(async (read) => work(read, await send(read, as))));
  }
  type Work<R> = (read: R, reply: Reply) => void;

  const textOf = ({ headers, text }: Reply): string =>
    [...[...headers].map(([name, value]) => `${name}: ${decodeURIComponent(value)}`), text].join('\n');

  /** Lists and records of events on every mount, in every format that `Accept` can name. */
  function negotiated(): readonly Read[] {
    const isNegotiated = (route: string) =>
      isApi(route) && /\/(events|occurrences|tribe_events)(\/:id\([^/]*)?$/.test(route);
    const paths = routes.filter(isNegotiated).flatMap((route) => pathsOf(route, calendar));
    return paths.flatMap((path) => Object.values(feedTypes).map((accept) => ({ path, headers: { accept } })));
  }

  describe('a marked text', () => {
    test.each(callers)(
      'is shown to %s by no route',
      async (caller) => {
        const byRoute = routes.map((route) => readsOf(route, calendar, extents[caller]));
        expect(routes.filter((_, at) => byRoute[at]?.length === 0)).toEqual([]);
        const named: readonly Read[] = byRoute.flat().map((path) => ({ path }));
        const reads = [...named, ...(caller === 'anonymous' ? negotiated() : [])];
        const faults = new Set<string>();
        await sendAll(reads, caller, ({ path, headers }, reply) => {
          if (reply.statusCode >= 500) faults.add(`${path} answers ${reply.statusCode}`);
          for (const { kind, field } of markers.leaked(textOf(reply), caller, path))
            faults.add(`${path} ${headers?.accept ?? ''} shows ${field} (${kind})`);
        });
        console.info(`leak scan, ${engine.name}: ${reads.length} reads of ${routes.length} routes as ${caller}`);
        expect([...faults]).toEqual([]);
      },
      300_000,
    );

    test('is shown to an administrator, so that the scan would find it', async () => {
      const paths = routes.filter(isApi).flatMap((route) => readsOf(route, calendar, extents.administrator));
      const found = new Set<string>();
      const reads = paths.filter((path) => !/\.\w+(\?|$)/.test(path)).map((path) => ({ path }));
      await sendAll(reads, 'administrator', (_, reply) => {
        for (const { word } of markers.found(textOf(reply))) found.add(word);
      });
      const isShown = ({ field }: { field: string }) => !/^(unconfirmed|application password|feed key)/.test(field);
      const unseen = markers.all().filter((marker) => !found.has(marker.word) && isShown(marker));
      expect(unseen.map(({ kind, field }) => `${field} (${kind})`)).toEqual([]);
    }, 300_000);
  });

  /** Reads in pairs: the response to one must be that to the other, apart from the words themselves. */
  async function compare(pairs: readonly (readonly [hidden: string, unknown: string, path: string])[], as: Caller) {
    const texts = new Map<string, string>();
    const pathWith = (path: string, word: string) => path.replaceAll('{}', encodeURIComponent(word));
    const reads = pairs.flatMap(([hidden, unknown, path]) =>
      [hidden, unknown].map((word) => ({ word, path: pathWith(path, word) })),
    );
    const different: string[] = [];
    const unique = [...new Map(reads.map((read) => [read.path, read])).values()];
    await sendAll(unique, as, ({ word, path }, { statusCode, text }) => {
      // Neither numbers nor markers that contain the word.
      const named = new RegExp(`${word}(?![\\da-f]{12})`, 'g');
      texts.set(path, `${statusCode} ${/^\d+$/.test(word) ? text : text.replace(named, '{}')}`);
    });
    for (const [hidden, unknown, path] of pairs) {
      if (texts.get(pathWith(path, hidden)) !== texts.get(pathWith(path, unknown)))
        different.push(`${pathWith(path, hidden)}: ${texts.get(pathWith(path, hidden))?.slice(0, 100)}`);
    }
    console.info(`leak scan, ${engine.name}: ${unique.length} reads in pairs as ${as}`);
    expect(different).toEqual([]);
  }

  describe('a hidden record', () => {
    const secrets = (): readonly Hidden[] => calendar.hidden.filter(({ isSecret }) => isSecret);
    const native = '/cal/events/v1';

    test.each(callers)(
      'looks like an unknown one to %s',
      async (caller) => {
        const unknownId = '999999';
        const pages = { events: 'event', venues: 'venue', organizers: 'organizer' };
        const records = secrets().flatMap(({ id, slug, resource }) => [
          [String(id), unknownId, `${native}/${resource}/{}`] as const,
          ...(slug ? [[slug, unknownWord, `${native}/${resource}/by-slug/{}`] as const] : []),
          ...(slug ? [[slug, unknownWord, `/${pages[resource]}/{}/`] as const] : []),
          ...(resource === 'events' ? [[String(id), unknownId, `${native}/events/{}.ics`] as const] : []),
        ]);
        const external = calendar.externalIds
          .filter(([, , owner]) => owner !== caller)
          .map(
            ([source, id, , resource]) => [id, unknownWord, `${native}/${resource}/by-external/${source}/{}`] as const,
          );
        await compare([...records, ...external], caller);
      },
      300_000,
    );

    test('is found by no filter', async () => {
      const words = ['slug', 'source', 'external_id', 'city', 'name', 'email'].flatMap(
        (field) => markers.all().find((marker) => marker.kind === 'draft' && marker.field === field)?.word ?? [],
      );
      const lists = facades.flatMap(({ prefix, shapes }) =>
        shapes
          .filter(({ model }) => model.policy.read === undefined)
          .flatMap(({ path, list }) => Object.keys(list.filters).map((name) => `${prefix}/${path}?${name}={}`)),
      );
      const pairs = lists.flatMap((path) => [
        [stem, unknownStem, path] as const,
        ...words.map((word) => [word, unknownWord, path] as const),
      ]);
      await compare(pairs, 'anonymous');
      const searches = pairs.filter(
        ([word, , path]) => word !== stem && /[?](search|slug|source|external_id)=/.test(path),
      );
      await compare(searches, 'author');
    }, 300_000);
  });
});
