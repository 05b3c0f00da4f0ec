// Adds the French texts to the demo calendar, through the same steps as a request: parse, look up, update. That is done
// after everything was made, so that no French slug takes a name from an English one.

import { after, everything } from '../core/condition.js';
import type { Given } from '../core/field.js';
import type { Resource } from '../core/resource.js';
import type { WritingDesk } from '../core/store.js';
import { walk } from '../core/walk.js';
import { lookUp, parse } from '../facades/parse.js';
import { operationsOf } from '../operations/perform.js';
import { find } from '../operations/read.js';
import { french } from './french/french.js';

type Newest = ReadonlyMap<string, number>;

/** The newest record of each resource: what comes after it was made since. */
export async function newestIds({ store, registry }: WritingDesk): Promise<Newest> {
  const newest = new Map<string, number>();
  for (const table of registry.resources) {
    const [row] = await store.list({ table, where: everything, order: [{ column: 'id', descending: true }], limit: 1 });
    newest.set(table.name, row?.id ?? 0);
  }
  return newest;
}

async function update(desk: WritingDesk, resource: Resource, id: number, input: Given): Promise<void> {
  const given = await lookUp(resource.fields, parse(resource.fields, input, desk.call, false), desk);
  await operationsOf(resource).update(desk, resource, await find(desk, resource, { id }, 'update'), given);
}

/** What was there already is left as it is. */
export async function tellInFrench(desk: WritingDesk, before: Newest): Promise<void> {
  for (const [name, texts] of Object.entries(french)) {
    const resource = desk.registry.named(name);
    const [title = ''] = Object.keys(resource.spoken);
    await walk(desk.store, resource, after('id', before.get(name)), async (row) => {
      const input = texts[String(row[title])];
      if (input) await update(desk, resource, row.id, input);
    });
  }
}
