// What a transaction did to a record, as far as it decides which lists hold the record, and whether a condition that was
// asked earlier could now be answered differently.
import { type Condition, compare } from './condition.js';
import { slugsOf } from './language.js';
import { linkFrom } from './link.js';
import type { Registry } from './resource.js';
import type { Row, Table, Values } from './store.js';

export interface Change {
  /** Name of the table. */
  readonly table: string;
  /** 0 stands for any of its records. */
  readonly id: number;
  /** The watched columns; absent where the record was not there, or where nobody looked. */
  readonly before?: Values;
  readonly after?: Values;
}

/** Whether the condition holds; undefined where these columns do not tell. */
export function judge(condition: Condition, row: Values): boolean | undefined {
  switch (condition.is) {
    case 'everything':
      return true;
    case 'nothing':
      return false;
    case 'compared':
      return condition.column in row ? compare(row[condition.column], condition.by, condition.value) : undefined;
    case 'one-of':
      return condition.column in row ? condition.values.includes(row[condition.column]) : undefined;
    case 'begins':
      return condition.column in row ? String(row[condition.column]).startsWith(condition.prefix) : undefined;
    case 'called':
      return 'slug' in row ? slugsOf(row as Row).some((slug) => condition.slugs.includes(slug)) : undefined;
    case 'all':
      return judgeEach(condition.of, row, false);
    case 'any':
    case 'either':
      return judgeEach(condition.of, row, true);
    case 'not': {
      const inside = judge(condition.of, row);
      return inside === undefined ? undefined : !inside;
    }
    case 'set':
      return condition.column in row ? row[condition.column] !== null : undefined;
    case 'matching':
    case 'mentioning':
    case 'near':
    case 'linked':
    case 'referenced':
      return undefined;
  }
}

/** One part that is `decisive` decides for all of them. */
function judgeEach(parts: readonly Condition[], row: Values, decisive: boolean): boolean | undefined {
  let known = true;
  for (const part of parts) {
    const judged = judge(part, row);
    if (judged === decisive) return decisive;
    known &&= judged !== undefined;
  }
  return known ? !decisive : undefined;
}

/** How the number of records for which the condition holds has changed; undefined when that cannot be told. */
export function difference(condition: Condition, { id, before, after }: Change): number | undefined {
  if (id === 0 || (!before && !after)) return undefined;
  const was = before ? judge(condition, { ...before, id }) : false;
  const now = after ? judge(condition, { ...after, id }) : false;
  return was === undefined || now === undefined ? undefined : Number(now) - Number(was);
}

/** Whether a list of the records for which the condition holds could be another one now. */
export function concerns(condition: Condition, { id, before, after }: Change): boolean {
  if (id === 0 || (!before && !after)) return true;
  return [before, after].some((row) => row && judge(condition, { ...row, id }) !== false);
}

/** The tables that a condition on a table asks through its links and references. */
export function linkedTables(condition: Condition, { name }: Table, registry: Registry): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (part: Condition, at: string): void => {
    if (part.is === 'all' || part.is === 'any' || part.is === 'either') for (const one of part.of) look(one, at);
    else if (part.is === 'not') look(part.of, at);
    else if (part.is === 'mentioning') for (const one of part.through) follow(one, at);
    else if (part.is === 'linked') follow(part, at);
    else if (part.is === 'referenced') {
      found.add(registry.named(part.by).table);
      look(part.other, part.by);
    }
  };
  const follow = ({ link: table, other }: { readonly link: string; readonly other: Condition }, at: string): void => {
    const { far } = linkFrom(registry, table, at);
    found.add(far.table);
    look(other, far.name);
  };
  look(condition, name);
  return found;
}
