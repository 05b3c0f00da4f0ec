// Tables of the results.
import { type Guarantee, guarantees, kinds, type Tally, type Traffic } from './tally.js';

export type Rows = readonly (readonly [label: string, ...values: (string | number)[]])[];

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

/** Lines with the time since the start. */
export function openLog(): (line: string) => void {
  const began = performance.now();
  return (line) => console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}

export function table(rows: Rows): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows
    .map(
      ([label, ...values]) => `  ${label.padEnd(width)}${values.map((value) => String(value).padStart(11)).join('')}`,
    )
    .join('\n');
}

export function trafficRows({ traffic }: Tally): Rows {
  const row = (label: string, value: (of: Traffic) => string | number): Rows[number] => [
    label,
    ...kinds.map((kind) => value(traffic[kind])),
  ];
  return [
    ['', ...kinds],
    row('requests', ({ requests }) => requests),
    row('responses 503', ({ unavailable }) => unavailable),
    row('connection broken', ({ disconnected }) => disconnected),
    row('retries', ({ retries }) => retries),
    row('cached responses', ({ cached }) => cached),
    row('replayed responses', ({ replayed }) => replayed),
    row('longest wait, with Retry-After', ({ longestWait }) => seconds(longestWait)),
  ];
}

export const guaranteeRows = ({ violations }: Tally): Rows =>
  (Object.keys(guarantees) as Guarantee[]).map((name) => [
    guarantees[name],
    violations[name].count,
    violations[name].count ? 'VIOLATED' : 'ok',
  ]);

export const casesOf = ({ violations }: Tally): readonly string[] =>
  (Object.keys(guarantees) as Guarantee[]).flatMap((name) =>
    violations[name].cases.map((label) => `${guarantees[name]}: ${label}`),
  );

/** From the log of nginx: responses by node, and requests retried on a second node. */
export function proxyRows(log: string, ports: readonly number[]): Rows {
  const lines = log
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { node: string }).node);
  return [
    ...ports.map((port, n): Rows[number] => [
      `responses of node ${n + 1}`,
      lines.filter((node) => node.endsWith(`:${port}`)).length,
    ]),
    ['retried on a second node by nginx', lines.filter((node) => node.includes(',')).length],
    ['responses of nginx, no node available', lines.filter((node) => /almanac/.test(node)).length],
  ];
}
