// Adds the French texts to the demo calendar, through the same steps as a request: parse, look up, update. Runs after all
// records are created, so that no French slug takes one that an English title would get.

import { after, everything } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { eachRow } from '../core/each-row.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { Shape } from '../core/shape.js';
import { lookUpForModel, parse } from '../facades/parse.js';
import { readLocked } from '../operations/lock.js';
import { find, type RecordKey } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { french } from './french/french.js';

type Newest = ReadonlyMap<string, number>;

/** The greatest id of each model; records with a greater one are new. */
export async function newestIds({ store, registry }: WriteContext): Promise<Newest> {
  const newest = new Map<string, number>();
  for (const table of registry.models) {
    const [row] = await store.list({ table, where: everything, order: [{ column: 'id', descending: true }], limit: 1 });
    newest.set(table.name, row?.id ?? 0);
  }
  return newest;
}

export async function update(context: WriteContext, shape: Shape, key: RecordKey, input: Given): Promise<void> {
  const { fields, model } = shape;
  const given = await lookUpForModel(fields, parse(fields, input, context.call, false), context);
  const { id } = await find(context, shape, key, 'update');
  const stored = await readLocked(context.store, model, id, () => find(context, shape, { id }, 'update'));
  await writesOf(model).update(context, model, stored, given);
}

/** Translates only records that are newer than `before`. */
export async function addFrenchTexts(context: WriteContext, before: Newest): Promise<void> {
  for (const [name, texts] of Object.entries(french)) {
    const shape = shapeOf(context.call.facade, name);
    const [title = ''] = shape.model.translated;
    await eachRow(context.store, shape.model, after('id', before.get(name)), async (row) => {
      // The dates of a series read their texts from it.
      const { column = 'id' } = shape.model.content ?? {};
      const input = row[column] === row.id ? texts[String(row[title])] : undefined;
      if (input) await update(context, shape, { id: row.id }, input);
    });
  }
}
