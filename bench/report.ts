// The table of all rows: on the terminal, and as a page of the documentation.
import { cpus, totalmem } from 'node:os';
import { table } from '../src/cli/table.js';
import type { Goal, Row } from './lines/line.js';
import { short } from './measure/numbers.js';

export interface LineRow extends Row {
  readonly line: string;
}

export interface Remark {
  readonly line: string;
  readonly text: string;
}

const heading = [
  'line',
  'what',
  'engine',
  'events',
  'unit',
  'ours',
  'baseline',
  'ratio',
  'spread',
  'goal',
  'met',
  'note',
];

const goalText = ({ least, most }: Goal): string =>
  least !== undefined ? `≥ ${short(least)}` : `≤ ${short(most ?? 0)}`;

export function isMet({ goal, ratio, value }: Row): boolean | undefined {
  if (!goal) return undefined;
  const found = ratio?.middle ?? value ?? Number.NaN;
  return found >= (goal.least ?? Number.NEGATIVE_INFINITY) && found <= (goal.most ?? Number.POSITIVE_INFINITY);
}

const cellsOf = (row: LineRow): readonly string[] => {
  const { line, what, ground, unit, value, ratio, goal, note = '' } = row;
  const met = isMet(row);
  return [
    line,
    what,
    ground.engine,
    ground.events.toLocaleString('en-US'),
    unit,
    short(ratio?.ours ?? value ?? Number.NaN),
    ratio ? short(ratio.baseline) : '',
    ratio ? ratio.middle.toFixed(2) : '',
    ratio ? `${ratio.least.toFixed(2)} – ${ratio.most.toFixed(2)}` : '',
    goal ? goalText(goal) : '',
    met === undefined ? '' : met ? 'yes' : 'NO',
    note,
  ];
};

export const textOf = (rows: readonly LineRow[]): string => table([heading, ...rows.map(cellsOf)]);

export interface Circumstances {
  readonly command: string;
  readonly date: string;
  readonly versions: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly quick: boolean;
}

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
const markdown = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

export function pageOf(
  lines: readonly { readonly name: string; readonly about: string }[],
  rows: readonly LineRow[],
  remarks: readonly Remark[],
  { command, date, versions, rounds, seconds, quick }: Circumstances,
): string {
  const sections = lines.flatMap(({ name, about }) => {
    const own = rows.filter(({ line }) => line === name);
    if (own.length === 0) return [];
    const said = remarks.filter(({ line }) => line === name).map(({ text }) => `\`\`\`\n${text}\n\`\`\`\n`);
    const shown = [heading.slice(1), heading.slice(1).map(() => '---'), ...own.map((row) => cellsOf(row).slice(1))];
    return [`## ${name}\n\n${about}.\n\n${markdown(shown)}\n`, ...said];
  });
  return `# Benchmarks

Written by \`${command}\` on ${date}.
Machine: ${machine()}. ${versions}.

Each row was measured ${rounds} times in turns with its baseline, ${seconds} s of load at a time; who went first changed
every round. The ratio is that of the medians, the spread that of single rounds. Differences that lie within the spread
mean nothing.${quick ? ' This was a quick run, made to see that the programs work: its figures are not to be relied on.' : ''}

${sections.join('\n')}`;
}
