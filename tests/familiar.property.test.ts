// Answers at the socket are those of the parser's way: for any requests on a connection, in whatever pieces they come.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { basic, prefixes } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { beginnings, type Said, type Spoken, speak } from './harness/wire.js';
import { startWorld, useWorld, type World } from './harness/world.js';

const request = (line: string, headers: readonly string[] = [], body = ''): Said => ({
  text: `${[`${line} HTTP/1.1`, 'Host: calendar.example', ...headers].join('\r\n')}\r\n\r\n${body}`,
  head: line.startsWith('HEAD'),
});

/** These tell of the connection or of the clock on the wall. */
const told = ({ head, body }: Spoken): string[] => [
  ...head
    .split('\r\n')
    .filter((line) => !/^(date|x-cache):/i.test(line))
    .map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()))
    .sort(),
  body,
];

const path = `${prefixes.native}/events`;
const list = request(`GET ${path}`);

function requestsOn({ people }: World, tag: string): readonly Said[] {
  const posted = (body: string, headers: readonly string[] = []) =>
    request(`POST ${path}`, [...headers, 'Content-Type: application/json', `Content-Length: ${body.length}`], body);
  return [
    list,
    request(`GET ${path}`, [`If-None-Match: ${tag}`]),
    request(`GET ${path}`, ['Accept-Encoding: br']),
    request(`GET ${path}?per_page=1`),
    request(`GET ${path}?page=99`),
    request(`HEAD ${path}`),
    request(`OPTIONS ${path}`),
    request(`GET ${path}`, [`Authorization: ${basic(people.editor)}`]),
    request(`GET ${path}`, ['Cookie: almanac=none']),
    request('GET /nothing'),
    // What looks like a request is the text of this one.
    posted(list.text),
    posted(`${list.text}${list.text}`),
    request(`GET ${path}`, [`Content-Length: ${list.text.length}`], list.text),
    request(`GET ${path}`, [`X-Long: ${'x'.repeat(5_000)}`]),
  ];
}

forEachEngine((engine) => {
  const world = useWorld(engine);
  let [plain, requests]: [World?, (readonly Said[])?] = [];
  beforeAll(async () => {
    for (const title of ['One', 'Two', 'Three']) await world.event({ title });
    const same = {
      ...engine,
      prepare: async () => ({ settings: world.settings, clean: async () => undefined, check: async () => 'ok' }),
    };
    plain = await startWorld(same, { settings: { ALMANAC_CACHE: 'off' }, beside: world });
    requests = requestsOn(world, String((await world.ask('GET /events')).headers.get('etag')));
    return () => plain?.stop();
  });

  describe('a connection', () => {
    test('gets the same answers, whatever comes over it in whatever pieces', async () => {
      const given = fc.record({
        chosen: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 6 }),
        cuts: fc.oneof(fc.constant('between'), fc.array(fc.nat(), { maxLength: 6 })),
      });
      await fc.assert(
        fc.asyncProperty(given, async ({ chosen, cuts }) => {
          const all = requests ?? [];
          const said = chosen.flatMap(([at, times]) => Array<Said>(times).fill(all[at % all.length] as Said));
          const places = cuts === 'between' ? beginnings(said) : (cuts as number[]);
          const [kept, right] = await Promise.all(
            [world, plain as World].map(({ address }) => speak(address, said, places)),
          );
          expect(kept?.map(told)).toEqual(right?.map(told));
        }),
        { numRuns: 150 },
      );
    });

    test('sees a change at once', async () => {
      const before = await speak(world.address, [list, list, list], [list.text.length, list.text.length * 2]);
      await world.event({ title: 'Four' });
      const after = await speak(world.address, [list, list, list], [list.text.length, list.text.length * 2]);
      expect(before.map(({ body }) => JSON.parse(body).total)).toEqual([3, 3, 3]);
      expect(after.map(({ body }) => JSON.parse(body).total)).toEqual([4, 4, 4]);
    });
  });
});
