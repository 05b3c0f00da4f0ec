// A link table seen from one of its two ends.
import type { Link, Table, Tables } from './store.js';

export interface LinkEnds<T extends Table> {
  readonly link: Link;
  /** Columns of the link table for this end and the other one. */
  readonly here: 'owner' | 'target';
  readonly there: 'owner' | 'target';
  /** The table at the other end. */
  readonly far: T;
}

/** `table` is the link table, `name` the model at this end. */
export function linkFrom<T extends Table>(tables: Tables<T>, table: string, name: string): LinkEnds<T> {
  const link = tables.link(table);
  return link.owner === name
    ? { link, here: 'owner', there: 'target', far: tables.named(link.target) }
    : { link, here: 'target', there: 'owner', far: tables.named(link.owner) };
}
