// Example records of the document: the examples of the fields, settled and presented by the code that serves requests,
// so that examples always match real responses.
import { type Actor, operator } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import { shapeOf } from '../../core/facade.js';
import { type Fields, forModel, type Given, readFields } from '../../core/field.js';
import { present } from '../../core/present.js';
import { settleRecord } from '../../core/settle.js';
import type { Shape, View } from '../../core/shape.js';
import type { Row } from '../../core/store.js';

/** A fixed clock and caller, so that the document is the same on every day and for every caller. */
export const sampleCall = (call: Call): Call => ({
  ...call,
  actor: { id: 1, name: 'example', role: 'administrator' },
  now: '2026-09-02 14:00:00',
});

export const sampleId = ({ facade }: Call, shape: Shape): number => 41 + facade.shapes.indexOf(shape);

/** The examples of the documented fields by name; with `requiredOnly` the smallest valid input. */
export const exampleInput = (fields: Fields, requiredOnly = false): Given =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([, { undocumented, example, required }]) =>
          !undocumented && example !== undefined && (required || !requiredOnly),
      )
      .map(([name, { example }]) => [name, example]),
  );

/** Skips fields that need a look-up or `prepare`: uses their `sample`, since there is no database here. */
function settleSample({ model, fields }: Shape, call: Call, requiredOnly = false) {
  const examples = Object.entries(exampleInput(fields, requiredOnly)).filter(([name]) => {
    const field = fields[name];
    return !field?.lookUp && !field?.prepare;
  });
  const samples = Object.entries(fields)
    .filter(([, { sample, required }]) => sample !== undefined && (required || !requiredOnly))
    .map(([name, { sample }]) => [name, sample]);
  const read = readFields(fields, Object.fromEntries(examples), call, true).given;
  const given = forModel(fields, { ...read, ...Object.fromEntries(samples) });
  const { values, slugs } = settleRecord(model, { given, stored: undefined, call });
  return { ...values, slug: slugs?.[0] ?? '' };
}

export function sampleRow(shape: Shape, call: Call): Row {
  const { model } = shape;
  const counts = call.facade.shapes
    .flatMap((other) => Object.values(other.model.links))
    .flatMap(({ target, counted }) => (target === model.name && counted ? [[counted.column, 1]] : []));
  const linked = Object.entries(model.links).map(([field, { target }]) => [
    field,
    [sampleRow(shapeOf(call.facade, target), call)],
  ]);
  return {
    ...settleSample(shape, call),
    ...Object.fromEntries(counts),
    ...Object.fromEntries(linked),
    id: sampleId(call, shape),
  };
}

function removedRow({ model }: Shape, row: Row, call: Call): Row {
  if (model.removal === 'erase') return row;
  const { values, slugs } = settleRecord(model, { given: {}, stored: row, call, trashing: true });
  return { ...row, ...values, slug: slugs?.[0] ?? row.slug };
}

export function sampleBody(shape: Shape, call: Call, occasion: View['occasion']) {
  const row = sampleRow(shape, call);
  const shown = occasion === 'removed' ? removedRow(shape, row, call) : row;
  return present(shape.body, shown, { ...call, occasion, opens: () => false, found: {} });
}

/** Sees less than an administrator. */
const reader: Actor = { id: 2, name: 'reader', role: 'editor' };

/** The keys that every response has, even for a record with required fields only and a name without letters for a slug: the
 * `required` list of the schema. */
export function constantKeys(shape: Shape, call: Call): readonly string[] {
  const row: Row = {
    ...settleSample(shape, { ...call, actor: operator }, true),
    ...Object.fromEntries(Object.keys(shape.model.links).map((field) => [field, []])),
    id: 1,
  };
  const keysOn = (occasion: View['occasion'], actor: Actor, shown = row) =>
    new Set(Object.keys(present(shape.body, shown, { ...call, actor, occasion, opens: () => false, found: {} })));
  const unnamed = { ...row, ...('slug' in row && { slug: '' }) };
  const others = [keysOn('removed', operator), keysOn('item', reader), keysOn('item', operator, unnamed)];
  return [...keysOn('item', operator)].filter((name) => others.every((keys) => keys.has(name)));
}

export function sampleList(shape: Shape, call: Call) {
  const { list, path } = shape;
  const query = { found: {}, text: {}, page: 1, perPage: call.site.perPage };
  const pairs = list.selfQuery(query, call).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const url = `${call.site.baseUrl}${call.facade.prefix}/${path}/`;
  return list.body({
    items: [sampleBody(shape, call, 'item')],
    restUrl: pairs.length ? `${url}?${pairs.join('&')}` : url,
    next: `${url}?page=2`,
    previous: undefined,
    total: 11,
    pages: 2,
  });
}
