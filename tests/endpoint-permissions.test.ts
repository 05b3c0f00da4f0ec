// Rights of endpoints with handlers of their own, generated from the definitions of the native facade: every operation is
// called by every role. Changes are only sent by callers who must be refused, so that nothing is changed.
import { describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '../src/core/actor.js';
import { type Endpoint, inputFields, type Method, mayCall } from '../src/core/facade.js';
import type { Fields } from '../src/core/field.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { outcomeOf, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

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

onOneEngine((engine) => {
  const world = useWorld(engine);

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
