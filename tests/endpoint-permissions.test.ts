// Rights of endpoints with handlers of their own, generated from the definitions of the native facade: every operation is
// called by every role. Changes are only sent by callers who must be refused, so that nothing is changed.
import { describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '../src/core/actor.js';
import { blankValues } from '../src/core/column.js';
import { type Endpoint, inputFields, type Method, mayCall, methodsOf } from '../src/core/facade.js';
import type { Fields } from '../src/core/field.js';
import { DAY, plusSeconds } from '../src/core/time/clock.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { applicationPasswords, feedKeys, sessions } from '../src/models/account/account.js';
import { outcomeOf, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { startOfWorld, useWorld, word } from './harness/world.js';

const everyone: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

const refusal = (who: Who): string => (who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden');

/** Examples of the documentation, so that the fields are valid and the right decides. */
const exampleOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { example, required }]) => (required ? [[name, example]] : [])),
  );

/** A record that does not exist. */
const pathOf = ({ path, parts = {} }: Endpoint): string =>
  path.replace(/:(\w+)(\([^)]*\))?/g, (_, name: string) => String(parts[name]?.example ?? 987_654));

/** Two ids of the same path: a record and a part of it. Formats and external IDs name one record. */
const partsIn = ({ path }: Endpoint): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
    ['source', 'external_id', 'format'].includes(name) ? [] : name,
  );

/** By the path before the second id: a record of the caller, and a part of another record of the caller. */
type Nested = Readonly<Record<string, () => Promise<{ readonly own: unknown; readonly foreign: unknown }>>>;

onOneEngine((engine) => {
  const world = useWorld(engine, {
    settings: { ALMANAC_SECRET: 'x'.repeat(24) },
    reach: { allow: () => true },
  });
  const as = 'administrator';

  /** A credential of another user, below the caller. */
  const credential = (table: typeof applicationPasswords | typeof feedKeys | typeof sessions) => async () => {
    const { administrator, author } = world.people;
    const values = {
      ...blankValues(table.columns),
      user_id: author.id,
      digest: word('digest'),
      created_utc: startOfWorld,
    };
    const row = { ...values, ...('expires_utc' in table.columns && { expires_utc: plusSeconds(startOfWorld, DAY) }) };
    const foreign = await world.store.transact((writer) => writer.insert(table as typeof sessions, row as never));
    return { own: administrator.id, foreign };
  };

  const nested: Nested = {
    '/users/:user/application-passwords/': credential(applicationPasswords),
    '/users/:user/feed-keys/': credential(feedKeys),
    '/users/:user/sessions/': credential(sessions),
    '/webhooks/:id/deliveries/': async () => {
      const url = 'https://127.0.0.1/';
      const [own, other] = [await world.send('POST /webhooks', { url }), await world.send('POST /webhooks', { url })];
      const sent = await world.send(`POST /webhooks/${other.id}/test`, {});
      return { own: own.id, foreign: sent.id };
    },
    '/events/:occurrence_of/occurrences/': async () => {
      const series = (day: string) =>
        world.event({
          start_date: `2027-07-${day} 10:00:00`,
          end_date: `2027-07-${day} 11:00:00`,
          recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' },
        });
      const [own, other] = [await series('01'), await series('02')];
      return { own: own.id, foreign: other.start_date.slice(0, 10) };
    },
  };

  describe('a part of another record below an own one', () => {
    test('is neither found nor changed, at any path with two ids', async () => {
      const [native] = facadesOf(world.config);
      const endpoints = (native?.endpoints ?? []).filter((endpoint) => partsIn(endpoint).length > 1);
      expect(endpoints.length).toBeGreaterThan(4);
      const faults: string[] = [];
      for (const endpoint of endpoints) {
        const [, child = ''] = partsIn(endpoint);
        const plain = endpoint.path.replace(/\([^/()]*\)/g, '');
        const made = await nested[plain.slice(0, plain.indexOf(`:${child}`))]?.();
        if (!made) faults.push(`${plain} is in no table of this test`);
        const path = plain.replace(/:\w+/, String(made?.own)).replace(/:\w+/, String(made?.foreign));
        for (const method of methodsOf(endpoint)) {
          const reply = await world.ask(`${method} ${path}`, { as, ...(method !== 'GET' && { body: {} }) });
          if (reply.statusCode !== 404)
            faults.push(`${method} ${path}: ${reply.statusCode} ${reply.text.slice(0, 200)}`);
        }
      }
      expect(faults).toEqual([]);
    });
  });

  describe('custom endpoints', () => {
    test.each(everyone)('let the %s do exactly what their declared rights allow', async (who) => {
      const [native] = facadesOf(world.config);
      const operations = (native?.endpoints ?? []).flatMap((endpoint) =>
        Object.entries(endpoint.operations ?? {}).map(([method, operation]) => ({
          endpoint,
          method: method as Method,
          right: operation.right,
        })),
      );
      expect(operations.length).toBeGreaterThan(20);
      const actor: Actor = who === 'anonymous' ? anonymous : { id: 1, name: who, role: who };
      const faults: string[] = [];
      for (const { endpoint, method, right } of operations) {
        const isAllowed = mayCall(actor, right);
        if (isAllowed && method !== 'GET') continue;
        const body = exampleOf(inputFields(endpoint, method));
        const query = new URLSearchParams(
          Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const request = `${method} ${pathOf(endpoint)}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`;
        const reply = await world.ask(request, { as: who, ...(method !== 'GET' && { body }) });
        const isRefused = outcomeOf(reply) === refusal(who);
        if (isRefused === isAllowed)
          faults.push(`${request} (${right}): ${outcomeOf(reply)} ${reply.text.slice(0, 200)}`);
      }
      expect(faults).toEqual([]);
    });
  });
});
