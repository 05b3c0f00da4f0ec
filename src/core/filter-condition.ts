// Combines the filters of a query into one condition. By default a filter never matches a protected record, neither in
// its own list nor through a link: otherwise a filter would reveal the data that the password hides.
import type { Call } from './call.js';
import { all, any, type Condition, linked, not, nothing } from './condition.js';
import { onContent } from './content.js';
import type { Query } from './filter.js';
import { linkFrom } from './link.js';
import type { Model, Registry } from './model.js';
import type { ListShape } from './shape.js';

interface Filtered {
  readonly model: Model;
  readonly list: Pick<ListShape, 'filters'>;
}

export function filtersOf({ model, list }: Filtered, query: Query, call: Call, registry: Registry): Condition {
  const guard = guardFor(query, call);
  const conditions = Object.entries(list.filters).flatMap(([name, { where, isPublic }]) => {
    const found = query.found[name];
    if (!where || found === undefined) return [];
    const condition = onContent(where(found, query, call), model);
    return [{ condition: isPublic ? condition : guardLinks(condition, model, registry, guard), isPublic }];
  });
  const hidden = conditions.some(({ condition, isPublic }) => !isPublic && condition.is !== 'everything');
  return all(...conditions.map(({ condition }) => condition), ...(hidden ? guard(model) : []));
}

type Guard = (model: Model) => readonly Condition[];

/** Unprotected records; with `context=edit` also those that the caller may change. */
const guardFor =
  ({ found }: Query, { actor }: Call): Guard =>
  ({ policy: { unprotected, changeable } }) =>
    unprotected ? [any(unprotected, found.context === 'edit' ? changeable(actor) : nothing)] : [];

/** Adds the guard to every record that the condition reaches through a link or reference. */
function guardLinks(condition: Condition, at: Model, registry: Registry, guard: Guard): Condition {
  const inside = (part: Condition): Condition => guardLinks(part, at, registry, guard);
  switch (condition.is) {
    case 'all':
    case 'any':
    case 'either':
      return { ...condition, of: condition.of.map(inside) };
    case 'not':
      return not(inside(condition.of));
    case 'first-of':
      return { ...condition, where: inside(condition.where) };
    case 'linked':
      return linked(condition.link, atFarEnd(condition));
    case 'mentioning':
      return { ...condition, through: condition.through.map((one) => ({ ...one, other: atFarEnd(one) })) };
    case 'referenced': {
      const by = registry.named(condition.by);
      return { ...condition, other: all(guardLinks(condition.other, by, registry, guard), ...guard(by)) };
    }
    case 'refers': {
      const to = registry.named(condition.to);
      return { ...condition, other: all(guardLinks(condition.other, to, registry, guard), ...guard(to)) };
    }
    default:
      return condition;
  }

  function atFarEnd({ link: table, other }: { readonly link: string; readonly other: Condition }): Condition {
    const { far } = linkFrom(registry, table, at.name);
    return all(guardLinks(other, far, registry, guard), ...guard(far));
  }
}
