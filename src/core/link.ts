// A link as it looks from one of its two ends.
import type { Model, Registry } from './model.js';
import type { Link } from './store.js';

export interface LinkEnds {
  readonly link: Link;
  /** Columns of the link table: the end that is looked from, and the other one. */
  readonly here: 'owner' | 'target';
  readonly there: 'owner' | 'target';
  /** The model at the other end. */
  readonly far: Model;
}

/** The link of this table, seen from the model of this name. */
export function linkFrom(registry: Pick<Registry, 'link' | 'named'>, table: string, name: string): LinkEnds {
  const link = registry.link(table);
  return link.owner === name
    ? { link, here: 'owner', there: 'target', far: registry.named(link.target) }
    : { link, here: 'target', there: 'owner', far: registry.named(link.owner) };
}
