// The tables at the end.
import { type Broken, kinds, promises, type Tally, type Traffic } from './tally.js';

export type Rows = readonly (readonly [what: string, ...values: (string | number)[]])[];

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

export function table(rows: Rows): string {
  const wide = Math.max(...rows.map(([what]) => what.length));
  return rows
    .map(([what, ...values]) => `  ${what.padEnd(wide)}${values.map((value) => String(value).padStart(11)).join('')}`)
    .join('\n');
}

export function trafficRows({ traffic }: Tally): Rows {
  const row = (what: string, value: (of: Traffic) => string | number): Rows[number] => [
    what,
    ...kinds.map((kind) => value(traffic[kind])),
  ];
  return [
    ['', ...kinds],
    row('requests', ({ requests }) => requests),
    row('answered by 503', ({ unavailable }) => unavailable),
    row('connection broken', ({ unanswered }) => unanswered),
    row('retries', ({ retries }) => retries),
    row('answers kept under their key', ({ replayed }) => replayed),
    row('longest wait, with Retry-After', ({ longestWait }) => seconds(longestWait)),
  ];
}

export const promiseRows = ({ broken }: Tally): Rows =>
  (Object.keys(promises) as Broken[]).map((name) => [
    promises[name],
    broken[name].count,
    broken[name].count ? 'BROKEN' : 'ok',
  ]);

export const casesOf = ({ broken }: Tally): readonly string[] =>
  (Object.keys(promises) as Broken[]).flatMap((name) => broken[name].cases.map((what) => `${promises[name]}: ${what}`));

/** What nginx saw: answers by node, and requests that it sent to a second one. */
export function proxyRows(log: string, ports: readonly number[]): Rows {
  const lines = log
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { node: string }).node);
  return [
    ...ports.map((port, n): Rows[number] => [
      `answered by node ${n + 1}`,
      lines.filter((node) => node.endsWith(`:${port}`)).length,
    ]),
    ['sent to a second node by nginx', lines.filter((node) => node.includes(',')).length],
    ['answered by nginx, no node left', lines.filter((node) => /almanac/.test(node)).length],
  ];
}
