// The report of an import as text: counts by resource, then warnings by kind with their first places.

import { outcomes } from '../imports/incoming.js';
import { hasWarnings, numbersDiffer, type Report } from '../imports/report.js';
import { CommandError } from './command-error.js';
import { table } from './table.js';

/** Finished, with something that people should look at. */
export const withWarnings = 3;

const shownExamples = 5;

/** Texts of other sites must not control the terminal. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

export const countsText = (counts: Report['counts']): string =>
  table([
    ['RESOURCE', ...outcomes.map((outcome) => outcome.toUpperCase())],
    ...Object.entries(counts).map(([name, known]) => [name, ...outcomes.map((outcome) => String(known[outcome]))]),
  ]);

export function reportText({ counts, warnings, error }: Report): string {
  const { [numbersDiffer]: numbers, ...others } = warnings;
  const differences = numbers?.examples.map(({ text }) => withoutControls(text)) ?? [];
  const groups = Object.entries(others).map(([kind, { count, examples }]) => {
    const lines = examples
      .slice(0, shownExamples)
      .map(({ place, text }) => `  ${withoutControls(place)}: ${withoutControls(text)}`);
    const more = count - lines.length;
    return [`${withoutControls(kind)}: ${count}`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
  });
  return [
    ...(differences.length ? [...differences, ''] : []),
    ...(error === undefined ? [] : [withoutControls(error), '']),
    countsText(counts),
    ...(groups.length ? ['', 'Warnings', ...groups] : []),
  ].join('\n');
}

/** The exit code of a finished import tells scripts whether to read the report. */
export function refuseWarnings(report: Report): void {
  if (hasWarnings(report)) throw new CommandError('Finished with warnings. See the report.', withWarnings);
}
