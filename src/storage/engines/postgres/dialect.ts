// The SQL of PostgreSQL where it differs, and what its planner has to be told.
import type { Dialect } from '../../engine.js';
import { escapeLike, likeText } from '../../sql/search.js';

export const postgresDialect: Dialect = {
  placeholder: (position) => `$${position}`,
  jsonRows: (cells, order) => `coalesce(json_agg(json_build_array(${cells.join(', ')}) order by ${order}), '[]'::json)`,
  // The planner finds its index of trigrams by itself.
  textIndexHint: () => undefined,
  contains: (text, word, bind) => `${text} ${likeText(bind, `%${escapeLike(word)}%`)}`,
  least: 'least',
  // What lists ask of a row says much the same several times over, which the planner takes for far fewer rows than there
  // are; so it is told where to begin. The ids of an array are looked up one by one.
  inSubquery: (id, ids, leads) => (leads ? `${id} = any(array(${ids}))` : `${id} in (${ids})`),
  withoutIndex: (column) => column,
  // It would go through all rows in the order that is wanted, and hope to meet some soon.
  optimizerFence: ' offset 0',
  // It would work out every list to its end and sort them all.
  limitBranch: (branch, part) => `(${branch}${part()})`,
  nextIds: (bind, sequence, count) =>
    `select nextval(${bind(`${sequence}_ids`)}::regclass) from generate_series(1, ${bind(count)}::integer)`,
  lastId: (bind, sequence) => `select coalesce(pg_sequence_last_value(${bind(`${sequence}_ids`)}::regclass), 0)`,
};
