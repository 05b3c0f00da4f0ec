// Query plans of PostgreSQL, with the row counts of `explain analyze`.
import type { Engine, Statement } from '../../src/storage/engine.js';
import { type Explain, unique } from './plan.js';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsRead = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

/** Rows of a table that PostgreSQL rightly reads as a whole. */
const smallTable = 500;

const explained = ({ readConnection }: Engine, { sql, values }: Statement, format: string) =>
  readConnection.all({ sql: `explain (analyze, buffers, format ${format}) ${sql}`, values });

export const explainOnPostgres: Explain = async (engine, statement) => {
  const known = await engine.readConnection.all({
    sql: "select indexname from pg_indexes where tablename = 'events'",
    values: [],
  });
  const ours = new Set(known.map(([name]) => String(name)));
  const [[json] = []] = await explained(engine, statement, 'json');
  const [{ Plan: root }] = JSON.parse(String(json)) as [{ readonly Plan: Node }];
  const nodes = nodesOf(root);
  const onEvents = nodes.filter((node) => node['Relation Name'] === 'events');
  const text = await explained(engine, statement, 'text');
  return {
    lines: text.map(([line]) => String(line)),
    indexes: unique(nodes.flatMap(({ 'Index Name': name }) => (name && ours.has(name) ? [name] : []))),
    scans: nodes.some(
      (node) =>
        node['Node Type'] === 'Seq Scan' && node['Relation Name']?.startsWith('event') && rowsRead(node) > smallTable,
    ),
    rows: String(Math.round(onEvents.reduce((sum, node) => sum + rowsRead(node), 0))),
  };
};
