// The SQL dialect of PostgreSQL, with hints for its planner.
import type { Dialect } from '../../engine.js';
import { escapeLike, likeText } from '../../sql/search.js';

export const postgresDialect: Dialect = {
  placeholder: (position) => `$${position}`,
  jsonRows: (cells, order) => `coalesce(json_agg(json_build_array(${cells.join(', ')}) order by ${order}), '[]'::json)`,
  idList: (id, order) => `string_agg(${id}::text, ',' order by ${order})`,
  contains: (text, word, bind) => `${text} ${likeText(bind, `%${escapeLike(word)}%`)}`,
  least: 'least',
  // The conditions of a list correlate, so the planner underestimates the rows and starts from the wrong index. An array
  // makes it look up the ids one by one.
  inSubquery: (id, ids) => `${id} = any(array(${ids}))`,
  orderedJoin: 'join',
  withoutIndex: (column) => column,
  // Otherwise the planner walks an index in list order, hoping to meet matches early.
  optimizerFence: ' offset 0',
  // Otherwise the planner evaluates and sorts every branch completely.
  limitBranch: (branch, part) => `(${branch}${part()})`,
  nextIds: (bind, sequence, count) =>
    `select nextval(${bind(`${sequence}_ids`)}::regclass) from generate_series(1, ${bind(count)}::integer)`,
  // Takes all ids up to the last one: `setval` could lower a sequence that others use at the same time.
  skipIds: (bind, sequence, last) => {
    const name = `${bind(`${sequence}_ids`)}::regclass`;
    const count = `${bind(last)}::bigint - coalesce(pg_sequence_last_value(${name}), 0)`;
    return `select max(nextval(${name})) from generate_series(1, ${count})`;
  },
  nextId: (sequence) => `nextval('${sequence}_ids')`,
  lastId: (bind, sequence) => `select coalesce(pg_sequence_last_value(${bind(`${sequence}_ids`)}::regclass), 0)`,
};
