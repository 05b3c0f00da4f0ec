// Records that an import creates beside those of its source: venues, organizers, categories, tags and images that a row names.
import type { Registry } from '../core/model.js';
import { type RevisionRow, revisions } from '../core/revision.js';
import type { Writer } from '../core/store.js';
import { fold } from '../core/text/fold.js';
import type { Applied } from './incoming.js';

export type Made = Pick<RevisionRow, 'resource' | 'record_id' | 'title'>;

/** A writer that notes each record whose creation is recorded. */
export const noting = (store: Writer, made: Made[]): Writer => ({
  ...store,
  append: (table, rows) => {
    if (table.name === revisions.name)
      for (const row of rows as unknown as readonly RevisionRow[]) if (row.action === 'created') made.push(row);
    return store.append(table, rows);
  },
});

/** Those that records of the source link or refer to, without the records of the source themselves. */
export function madeBeside({ links, named }: Registry, made: readonly Made[], applied: readonly Applied[]) {
  const owners = new Set(applied.map(({ incoming }) => incoming.resource));
  const linked = links.filter(({ owner }) => owners.has(owner)).map(({ target }) => target);
  const referred = [...owners].flatMap((owner) =>
    Object.values(named(owner).references ?? {}).filter((target) => target !== owner),
  );
  const own = new Set(applied.map(({ incoming, id }) => `${incoming.resource} ${id}`));
  const targets = new Set([...linked, ...referred]);
  return made.filter(({ resource, record_id }) => targets.has(resource) && !own.has(`${resource} ${record_id}`));
}

/** A dry run creates the same record again on each page: by its name it counts once. */
export function firstOnes(made: readonly Made[], known: Set<string>): readonly Made[] {
  return made.filter(({ resource, title }) => {
    const key = `${resource} ${fold(title)}`;
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  });
}
