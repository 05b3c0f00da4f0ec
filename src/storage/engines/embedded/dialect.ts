// The SQL dialect of the embedded engine.
import type { Dialect } from '../../engine.js';

/** Picks the trigrams to MATCH. FTS5's `_idx` table lists the first page of each term; the distance to the next term's page,
 * summed over segments, estimates the length of its posting list. Only trigrams within 2 × of the shortest are matched,
 * because every posting costs a step: with all of them a search among 1,000,000 events takes twice the time. */
function rarest(index: string, trigrams: string): string {
  const page = (which: string) => `(select pgno / 2 from ${index}_idx where segid = segment and ${which} limit 1)`;
  const here = page("term <= cast('0' || value as blob) order by term desc");
  const next = page("term > cast('0' || value as blob) order by term");
  return (
    `with recursive segments (segment) as (select min(segid) from ${index}_idx union all` +
    ` select (select min(segid) from ${index}_idx where segid > segment) from segments where segment is not null),` +
    ` sizes (trigram, pages) as materialized` +
    ` (select value, (select total(${next} - ${here}) from segments) from json_each(${trigrams}))` +
    ` select group_concat('"' || replace(trigram, '"', '""') || '"', ' AND ') from sizes` +
    ' where pages <= 2 * (select min(pages) from sizes)'
  );
}

export const embeddedDialect: Dialect = {
  placeholder: () => '?',
  jsonRows: (cells, order) => `json_group_array(json_array(${cells.join(', ')}) order by ${order})`,
  idList: (id, order) => `group_concat(${id}, ',' order by ${order})`,
  textIndexHint: ({ table, trigrams, bind }) =>
    `select rowid from ${table}_fts where ${table}_fts match (${rarest(`${table}_fts`, bind(JSON.stringify(trigrams)))})`,
  contains: (text, word, bind) => `instr(${text}, ${bind(word)}) > 0`,
  least: 'min',
  inSubquery: (id, ids) => `${id} in (${ids})`,
  // SQLite evaluates the list once. The unary plus makes it look up each linked id in the list; without it every entry of
  // the list is looked up among the links of a row, and a common word takes twice the time.
  inMaterializedSubquery: (id, ids) => `+${id} in (${ids})`,
  // The planner would sort a long list instead of walking the index of its order in the joined table.
  orderedJoin: 'cross join',
  // The planner would use one index per side of an `or`, and one of them covers all future events: listing the events of a
  // tag takes 260 ms instead of 5 among 1,000,000 without statistics, those of a parent half as long again with them.
  withoutIndex: (column) => `+${column}`,
  optimizerFence: '',
  // SQLite merges branches of the same order and stops at the limit.
  limitBranch: (branch) => branch,
  nextIds: (bind, sequence, count) =>
    `update sequences set value = value + ${bind(count)} where name = ${bind(sequence)} returning value`,
  skipIds: (bind, sequence, last) =>
    `update sequences set value = max(value, ${bind(last)}) where name = ${bind(sequence)} returning value`,
};
