// What may have been true of a record before a change, as far as the names of the changed columns and links tell. Links and search
// texts of then are not in the database any more, so that no query finds it.
import { all, any, type Condition, everything } from './condition.js';
import type { Model } from './model.js';

type Changed = Pick<Model, 'links' | 'translated'> & { readonly changed: readonly string[] };

/** Without the parts that the change may have altered: a record that met the condition before it still meets this one. */
export function metBefore(condition: Condition, change: Changed): Condition {
  switch (condition.is) {
    case 'all':
      return all(...condition.of.map((part) => metBefore(part, change)));
    case 'any':
    case 'either':
      return any(...condition.of.map((part) => metBefore(part, change)));
    default:
      return isAltered(condition, change) ? everything : condition;
  }
}

function isAltered(condition: Condition, change: Changed): boolean {
  const { changed, links, translated } = change;
  const hasLink = (table: string) => changed.some((name) => links[name]?.table === table);
  switch (condition.is) {
    case 'everything':
    case 'nothing':
    // Other records refer to this one.
    case 'referenced':
      return false;
    case 'compared':
    case 'one-of':
    case 'begins':
    case 'set':
    case 'refers':
      return changed.includes(condition.column);
    case 'has-slug':
      return changed.includes('slug');
    case 'near':
      return changed.includes(condition.place.lat) || changed.includes(condition.place.lng);
    case 'matching':
      return translated.some((name) => changed.includes(name));
    case 'mentioning':
      return translated.some((name) => changed.includes(name)) || condition.through.some(({ link }) => hasLink(link));
    case 'linked':
      return hasLink(condition.link);
    case 'first-of':
      return (
        [condition.column, condition.by].some((name) => changed.includes(name)) || isAltered(condition.where, change)
      );
    case 'content':
    case 'not':
      return isAltered(condition.of, change);
    case 'all':
    case 'any':
    case 'either':
      return condition.of.some((part) => isAltered(part, change));
  }
}
