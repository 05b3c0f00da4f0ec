// Hostile values in the path, generated from the route table of every facade and from the routes of the pages: each is a 4xx
// in the one error shape or an error page, never a 5xx, on both engines.
import { describe, expect, test } from 'vitest';
import { facadesOf } from '../src/endpoints/facades.js';
import { expectRefusal, outcomeOf, type Reply, type Who } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

const values = [
  ...['0', '-1', '2147483648', '9007199254740993', '1e3', '12abc', 'some', '%00', 'a%0Ab', '%ED%A0%80', '%FF'],
  ...['%2F..%2F..', '..%2F.vite%2Fmanifest.json', '%F0%9F%8E%AA', 'a%20b', 'x'.repeat(1_900), 'x'.repeat(10_000)],
];

/** Every part of the path has the value; a feed also with a known suffix. */
function pathsOf(path: string): readonly ((value: string) => string)[] {
  const filled = (keepsFormat: boolean) => (value: string) =>
    path.replace(/:(\w+)(\([^/()]*\))?/g, (_, name: string) => (name === 'format' && keepsFormat ? 'ics' : value));
  return path.includes(':format') ? [filled(true), filled(false)] : [filled(false)];
}

const pagePaths = [
  ...['/event/:part', '/event/:part/:day', '/event/:part/2027-05-01/:number', '/event/:part/all', '/venue/:part'],
  ...['/organizer/:part', '/tag/:part', '/events/category/:part', '/events/category/:part/:part', '/events/:part'],
  ...['/calendar/month/:part', '/calendar/week/:part', '/calendar/day/:part', '/preview/:part', '/submit/:part'],
  ...['/sitemap/:part', '/docs/:part', '/assets/:part', '/media/:part', '/series/:part', '/wp-content/uploads/:part'],
  ...['/admin/:part', '/:part', '/event//:part/', '/event/:part/ical/', '/venue/:part/feed/'],
];

const isRefusal = ({ statusCode, body, headers }: Reply): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true &&
  body?.data?.status === statusCode &&
  typeof body.code === 'string' &&
  typeof body.message === 'string';

forEachEngine((engine) => {
  const world = useWorld(engine);
  /** Changes need rights, so that an anonymous one gets no further than others. */
  const callersOf = (request: string): readonly Who[] =>
    request.startsWith('GET') ? ['anonymous', 'administrator'] : ['administrator'];

  /** What is wrong with the responses, by request. */
  async function faultsOf(requests: readonly string[], isFine: (reply: Reply) => boolean): Promise<readonly string[]> {
    const faults: string[] = [];
    const waiting = requests.flatMap((request) => callersOf(request).map((as) => [request, as] as const));
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [request, as] = next;
        const body = request.startsWith('GET') ? {} : { body: {} };
        const reply = await world.askAgain(request, { as, ...body });
        if (!isFine(reply))
          faults.push(`${as} ${request.slice(0, 120)}: ${reply.statusCode} ${reply.text.slice(0, 120)}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    return faults;
  }

  describe('values of path parameters', () => {
    test('no route of an API answers a hostile value with a 5xx, and every error has the one shape', async () => {
      const requests = facadesOf(world.config).flatMap(({ prefix, endpoints }) =>
        endpoints
          .filter(({ path }) => path.includes(':'))
          .flatMap(({ path, actions }) =>
            pathsOf(`/${prefix}${path}`).flatMap((fill) =>
              Object.keys(actions).flatMap((method) => values.map((value) => `${method} ${fill(value)}`)),
            ),
          ),
      );
      expect(requests.length).toBeGreaterThan(2_000);
      const isFine = (reply: Reply) => reply.statusCode < 400 || (reply.statusCode < 500 && isRefusal(reply));
      expect(await faultsOf(requests, isFine)).toEqual([]);
    });

    test('an id that no column can hold is answered like an unknown one', async () => {
      const [native, dropin] = facadesOf(world.config);
      const faults: string[] = [];
      for (const { prefix, endpoints } of [native, dropin].filter((facade) => facade !== undefined)) {
        for (const { path, actions } of endpoints.filter((one) => /:\w+\(\^\\d/.test(one.path))) {
          const [fill = String] = pathsOf(`/${prefix}${path}`);
          for (const method of Object.keys(actions)) {
            const replies = ['2147483647', '2147483648', '9007199254740993'].map((id) =>
              world.askAgain(`${method} ${fill(id)}`, { as: 'administrator', ...(method !== 'GET' && { body: {} }) }),
            );
            const [unknown, ...beyond] = (await Promise.all(replies)).map(outcomeOf);
            if (beyond.some((outcome) => outcome !== unknown)) faults.push(`${method} ${path}: ${unknown} ${beyond}`);
          }
        }
      }
      expect(faults).toEqual([]);
    });

    test('a control character in a path is a 400, also in an operation of a batch', async () => {
      const path = '/events/by-external/box/%00';
      const refusal = { statusCode: 400, code: 'rest_bad_request' };
      expectRefusal(await world.ask(`GET ${path}`), refusal);
      expectRefusal(await world.ask(`PUT ${path}`, { as: 'editor', body: {} }), refusal);
      const operations = [{ method: 'DELETE', path }];
      const reply = await world.ask('POST /batch', { as: 'editor', body: { operations } });
      expect(reply.text).toContain('control character in the path');
    });

    test('no page answers a hostile value with a 5xx', async () => {
      const requests = pagePaths.flatMap((path) =>
        pathsOf(path).flatMap((fill) => values.map((value) => `GET /${fill(value)}`)),
      );
      expect(await faultsOf(requests, ({ statusCode }) => statusCode < 500)).toEqual([]);
    });
  });
});
