// Hidden records with marked texts, and the search for these texts in responses. Their IDs are far above those of all other
// records, so that no request for a change names one: a text that is shown was hidden until then.
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../src/app.js';
import { minAgeSeconds } from '../../src/submissions/form-token.js';
import { tablesOf } from '../../tests/harness/checksums.js';
import { type Asking, clientFor } from '../../tests/harness/client.js';
import { type Marker, openMarkers } from '../../tests/harness/leaks/markers.js';
import { type MarkedCalendar, markCalendar } from '../../tests/harness/leaks/records.js';
import { type Answered, builders, type World } from '../../tests/harness/world.js';
import type { Caller } from './case.js';
import type { Got, Sent } from './http.js';
import { addUsers, isVolatile, type Site } from './site.js';

const firstId = 700_000;
const lastId = 799_999;

export const isMarkedId = (id: number): boolean => id >= firstId && id <= lastId;

export interface Hidden {
  readonly calendar: MarkedCalendar;
  readonly count: number;
  /** Marked texts in a response that its caller may not see. */
  readonly leaks: (caller: Caller, sent: Sent, got: Got) => readonly Marker[];
  /** Whether the text is only where it was before the run. */
  readonly isUnchanged: (marker: Marker) => Promise<boolean>;
}

export async function hideRecords(site: Site): Promise<Hidden> {
  await site.setIds(firstId);
  const { store, address } = site;
  const people = await addUsers(store, 'marked');
  const client = clientFor(address, people);
  // A form that is sent at once is taken for that of a program.
  const ask: Asking = async (request, given) => {
    if (request.startsWith('POST //submit')) await sleep(minAgeSeconds * 1_000 + 1_000);
    return client(request, given);
  };
  const markers = openMarkers();
  const built = builders(ask);
  const world = { address, store, people, clock: { now: now() }, ...built, get: withoutDemo(built.get) };
  const calendar = await markCalendar(world, markers);
  await site.setIds(lastId);
  const before = await placesOf(site, markers.found);
  return {
    calendar,
    count: markers.all().length,
    leaks: (caller, sent, got) => {
      if (caller === 'editor' || caller === 'administrator') return [];
      const text = `${JSON.stringify(got.headers)}\n${got.text}`;
      const found = markers.found(text);
      if (found.length === 0) return [];
      const asked = requestText(sent);
      // The callers are not the author and the contributor of the marked records.
      const ofOthers = found.filter(({ kind, word }) => kind.startsWith('of the') && !asked.includes(word));
      return [...new Set([...markers.leaked(text, caller, asked), ...ofOthers])];
    },
    isUnchanged: async ({ word }) => (await placesOf(site, markers.found)).get(word) === before.get(word),
  };
}

/** Lists without the records of the demo calendar, on one page. */
const withoutDemo =
  (get: World['get']): World['get'] =>
  async (path, given) => {
    const first = await get(path, given);
    if (!path.includes('per_page=100')) return first;
    const [resource = ''] = path.slice(1).split('?');
    const pages = [first];
    while (pages.length < first.total_pages) pages.push(await get(`${path}&page=${pages.length + 1}`, given));
    const records: readonly Answered[] = pages.flatMap((page) => page[resource]);
    return { ...first, [resource]: records.filter(({ id }) => isMarkedId(id)) };
  };

/** The URL and the body, where a number may be the ID in a path. */
const requestText = ({ url, body }: Sent): string =>
  `${decodedUrl(url)} ${String(body ?? '').replace(/\d+/g, '/$&')}`.toLowerCase();

function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Where each marked text is stored, and who may see it there. */
async function placesOf(
  { settings }: Site,
  found: (text: string) => readonly Marker[],
): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  for await (const [table, rows] of tablesOf({ settings }, (name) => !isVolatile(name) && name !== 'revisions'))
    for (const row of rows)
      for (const { word } of found(JSON.stringify(Object.values(row).map(String)))) {
        const { id, status, author, password, hide_from_listings: isUnlisted } = row;
        const place = [table, id, status, author, password, isUnlisted].join(' ');
        places.set(word, `${places.get(word) ?? ''}${place}\n`);
      }
  return places;
}
