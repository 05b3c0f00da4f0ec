// The order of the records in a complete export: each after those that it refers to, so that an import can check every
// reference when it reads the line.

import { type Condition, everything, is, not, oneOf } from '../../core/condition.js';
import type { Model, Registry } from '../../core/model.js';
import { slices } from '../../core/slices.js';
import type { Reader, Table } from '../../core/store.js';

/** Columns with the ID of another record of the same model, which comes first. */
export const ownReferences: Readonly<Record<string, readonly string[]>> = {
  category: ['parent'],
  event: ['series', 'content_id'],
};

/** Models after those that they link or refer to. Settings come early: the index of texts depends on the languages. */
export function modelsInOrder({ models }: Registry): readonly Model[] {
  const ordered: Model[] = [];
  const add = (model: Model): void => {
    if (ordered.includes(model)) return;
    for (const name of targetsOf(model)) for (const other of models) if (other.name === name) add(other);
    ordered.push(model);
  };
  const isEarly = ({ affectsAll }: Model) => affectsAll === true;
  const byName = [...models].sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const model of [...byName.filter(isEarly), ...byName]) add(model);
  return ordered;
}

const targetsOf = ({ name, columns, links, references = {} }: Model): readonly string[] =>
  [
    ...('author' in columns ? ['user'] : []),
    ...Object.values(references),
    ...Object.values(links).map(({ target }) => target),
  ].filter((target) => target !== name);

/** Conditions that split the rows of a model into groups; rows of a group refer to rows of earlier groups only. */
export async function* groupsOf(reader: Reader, { name }: Model, table: Table): AsyncGenerator<Condition> {
  if (name === 'event') yield* [is('series', 0), not(is('series', 0))];
  else if (name === 'category') yield* levelsOf(reader, table);
  else yield everything;
}

/** The levels of a tree from the root, each in chunks of parents: engines limit the values of a statement. */
async function* levelsOf(reader: Reader, table: Table): AsyncGenerator<Condition> {
  let parents: readonly number[] = [0];
  while (parents.length > 0) {
    const next: number[] = [];
    for (const some of slices(parents, maxParents)) {
      const where = oneOf('parent', some);
      yield where;
      next.push(...(await reader.ids({ table, where, order: [{ column: 'id' }], limit: maxChildren })));
    }
    parents = next;
  }
}

const maxParents = 200;
const maxChildren = 1_000_000;
