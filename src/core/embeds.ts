// The links that are read with a row. Their visibility is part of the query: invisible records are never selected.
import type { Actor } from './actor.js';
import type { Context } from './context.js';
import type { Model } from './model.js';
import type { Embed } from './store.js';

export const embedsOf = (
  { links }: Pick<Model, 'links'>,
  actor: Actor,
  { registry }: Pick<Context, 'registry'>,
  names: readonly string[] = Object.keys(links),
): readonly Embed[] =>
  Object.entries(links).flatMap(([field, link]) =>
    names.includes(field) ? [{ field, visible: registry.named(link.target).policy.visible(actor, false) }] : [],
  );
