// Decides whether a change affects a condition: input of cache invalidation and of cached totals.
import type { Condition } from './condition.js';
import { readsContent } from './content.js';
import { judge } from './judge.js';
import { linkFrom } from './link.js';
import type { Change, Table, Tables } from './store.js';

/** By how much the number of matching records changed; undefined if the tracked columns do not decide it. */
export function difference(condition: Condition, change: Change, table: Table): number | undefined {
  const { id, before, after, content } = change;
  if (id === 0 || (!before && !after) || (content && readsContent(condition, table))) return undefined;
  const was = before ? judge(condition, { ...before, id }) : false;
  const now = after ? judge(condition, { ...after, id }) : false;
  return was === undefined || now === undefined ? undefined : Number(now) - Number(was);
}

/** Whether the list of matching records may have changed. `sortedByContent` tells that the order depends on content rows. */
export function concerns(condition: Condition, change: Change, table: Table, sortedByContent = false): boolean {
  const { id, before, after, content } = change;
  if (id === 0 || (!before && !after)) return true;
  if (content && (sortedByContent || readsContent(condition, table))) return true;
  return [before, after].some((row) => row && judge(condition, { ...row, id }) !== false);
}

/** The tables that a condition reaches through links and references. */
export function linkedTables(condition: Condition, { name }: Table, tables: Tables): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (part: Condition, at: string): void => {
    if (part.is === 'all' || part.is === 'any' || part.is === 'either') for (const one of part.of) collect(one, at);
    else if (part.is === 'not' || part.is === 'content') collect(part.of, at);
    else if (part.is === 'first-of') collect(part.where, at);
    else if (part.is === 'mentioning') for (const one of part.through) follow(one, at);
    else if (part.is === 'linked') follow(part, at);
    else if (part.is === 'referenced') {
      found.add(tables.named(part.by).table);
      collect(part.other, part.by);
    } else if (part.is === 'refers') {
      found.add(tables.named(part.to).table);
      collect(part.other, part.to);
    }
  };
  const follow = ({ link: table, other }: { readonly link: string; readonly other: Condition }, at: string): void => {
    const { far } = linkFrom(tables, table, at);
    found.add(far.table);
    collect(other, far.name);
  };
  collect(condition, name);
  return found;
}
