// The table of all rows, for the terminal and as a Markdown page.
import { cpus, totalmem } from 'node:os';
import { table } from '../src/cli/table.js';
import { short } from './measure/numbers.js';
import type { Goal, Row } from './scenarios/scenario.js';

export interface ScenarioRow extends Row {
  readonly scenario: string;
}

export interface Remark {
  readonly scenario: string;
  readonly text: string;
}

const heading = [
  'scenario',
  'case',
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

const goalText = ({ min, max }: Goal): string => (min !== undefined ? `≥ ${short(min)}` : `≤ ${short(max ?? 0)}`);

export function isMet({ goal, ratio, value }: Row): boolean | undefined {
  if (!goal) return undefined;
  const found = ratio?.median ?? value ?? Number.NaN;
  return found >= (goal.min ?? Number.NEGATIVE_INFINITY) && found <= (goal.max ?? Number.POSITIVE_INFINITY);
}

const cellsOf = (row: ScenarioRow): readonly string[] => {
  const { scenario, label, fixture, unit, value, ratio, goal, note = '' } = row;
  const met = isMet(row);
  return [
    scenario,
    label,
    fixture.engine,
    fixture.events.toLocaleString('en-US'),
    unit,
    short(ratio?.ours ?? value ?? Number.NaN),
    ratio ? short(ratio.baseline) : '',
    ratio ? ratio.median.toFixed(2) : '',
    ratio ? `${ratio.min.toFixed(2)} – ${ratio.max.toFixed(2)}` : '',
    goal ? goalText(goal) : '',
    met === undefined ? '' : met ? 'yes' : 'NO',
    note,
  ];
};

export const textOf = (rows: readonly ScenarioRow[]): string => table([heading, ...rows.map(cellsOf)]);

export interface RunInfo {
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
  scenarios: readonly { readonly name: string; readonly about: string }[],
  rows: readonly ScenarioRow[],
  remarks: readonly Remark[],
  { command, date, versions, rounds, seconds, quick }: RunInfo,
): string {
  const sections = scenarios.flatMap(({ name, about }) => {
    const own = rows.filter(({ scenario }) => scenario === name);
    if (own.length === 0) return [];
    const texts = remarks.filter(({ scenario }) => scenario === name).map(({ text }) => `\`\`\`\n${text}\n\`\`\`\n`);
    const shown = [heading.slice(1), heading.slice(1).map(() => '---'), ...own.map((row) => cellsOf(row).slice(1))];
    return [`## ${name}\n\n${about}.\n\n${markdown(shown)}\n`, ...texts];
  });
  return `# Benchmarks

Written by \`${command}\` on ${date}.
Machine: ${machine()}. ${versions}.

Each row was measured ${rounds} times, alternating with its baseline, with ${seconds} s of load per round; the first of the
two changed every round. The ratio is that of the medians, the spread that of single rounds. Differences within the spread
are noise.${quick ? ' This was a quick run that only shows that the scenarios work: do not rely on its figures.' : ''}

${sections.join('\n')}`;
}
