// Example records for the documentation: the fields' own examples, settled and presented as those of a real
// request would be, so that no example can disagree with what runs.
import { operator } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import { type Fields, type Given, readFields } from '../../core/field.js';
import { present } from '../../core/present.js';
import type { Registry, Resource, View } from '../../core/resource.js';
import type { Row } from '../../core/store.js';

/** Neither the day nor the reader may change the document. */
export const sampleCall = (call: Call): Call => ({
  ...call,
  actor: { id: 1, name: 'example', role: 'administrator' },
  now: '2026-09-02 14:00:00',
});

export const sampleId = ({ resources }: Registry, resource: Resource): number => 41 + resources.indexOf(resource);

/** The examples of these fields, by name; those of required fields alone make the smallest input. */
export const exampleInput = (fields: Fields, requiredOnly = false): Given =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { silent, example, required }]) => !silent && example !== undefined && (required || !requiredOnly))
      .map(([name, { example }]) => [name, example]),
  );

/** References are left to samples and the links below, since only a database could look them up. */
function settleSample(resource: Resource, call: Call, requiredOnly = false) {
  const asked = Object.entries(exampleInput(resource.fields, requiredOnly)).filter(([name]) => {
    const field = resource.fields[name];
    return !field?.lookUp && !field?.prepare;
  });
  const samples = Object.entries(resource.fields)
    .filter(([, { sample, required }]) => sample !== undefined && (required || !requiredOnly))
    .map(([name, { sample }]) => [name, sample]);
  const read = readFields(resource.fields, Object.fromEntries(asked), call, true).given;
  const given = { ...read, ...Object.fromEntries(samples) };
  const { values, slugs } = resource.settle({ given, stored: undefined, call });
  return { ...values, slug: slugs?.[0] ?? '' };
}

export function sampleRow(registry: Registry, resource: Resource, call: Call): Row {
  const counts = registry.links
    .filter(({ target }) => target === resource.name)
    .flatMap(({ counted }) => (counted ? [[counted.column, 1]] : []));
  const linked = Object.entries(resource.links).map(([field, { target }]) => [
    field,
    [sampleRow(registry, registry.named(target), call)],
  ]);
  return {
    ...settleSample(resource, call),
    ...Object.fromEntries(counts),
    ...Object.fromEntries(linked),
    id: sampleId(registry, resource),
  };
}

function removedRow(resource: Resource, row: Row, call: Call): Row {
  if (resource.removal === 'erase') return row;
  const { values, slugs } = resource.settle({ given: {}, stored: row, call, trashing: true });
  return { ...row, ...values, slug: slugs?.[0] ?? row.slug };
}

export function sampleBody(registry: Registry, resource: Resource, call: Call, occasion: View['occasion']) {
  const row = sampleRow(registry, resource, call);
  const shown = occasion === 'removed' ? removedRow(resource, row, call) : row;
  return present(resource.body, shown, { ...call, occasion, opens: () => true, found: {} });
}

/** The keys that even the barest record has, on every occasion. */
export function constantKeys(resource: Resource, call: Call): readonly string[] {
  const bare = { ...call, actor: operator };
  const row: Row = {
    ...settleSample(resource, bare, true),
    ...Object.fromEntries(Object.keys(resource.links).map((field) => [field, []])),
    id: 1,
  };
  const keysOn = (occasion: View['occasion']) =>
    Object.keys(present(resource.body, row, { ...bare, occasion, opens: () => true, found: {} }));
  const removed = new Set(keysOn('removed'));
  return keysOn('item').filter((name) => removed.has(name));
}

export function sampleList(registry: Registry, resource: Resource, call: Call) {
  const query = { found: {}, text: {}, page: 1, perPage: call.site.perPage };
  const pairs = resource.address(query, call).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const url = `${call.site.baseUrl}${call.profile.prefix}/${resource.path}/`;
  return resource.answerList({
    items: [sampleBody(registry, resource, call, 'item')],
    restUrl: pairs.length ? `${url}?${pairs.join('&')}` : url,
    next: `${url}?page=2`,
    previous: undefined,
    total: 11,
    pages: 2,
  });
}
