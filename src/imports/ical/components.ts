// The components of a calendar as a tree, from lines. Forgives what programs write wrong, and reports it.
import { type Budget, spend } from '../../core/budget.js';
import { Invalid } from '../../core/problem.js';
import type { Warning } from '../incoming.js';
import { decodeCalendar, type Line, maxLineBytes } from './decode.js';
import { collectWarnings, type Warn, type WarningCounts } from './warnings.js';

export const maxComponents = 20_000;
export const maxDepth = 4;

export interface Component {
  /** In capitals: VEVENT. */
  readonly name: string;
  /** Properties, without those of its parts. */
  readonly lines: readonly Line[];
  readonly parts: readonly Component[];
  /** Number of its first line. */
  readonly line: number;
  /** False if the file ends, or the next event begins, before its END. */
  readonly isClosed: boolean;
}

export interface CalendarFile {
  readonly components: readonly Component[];
  /** False for a file that was cut off: what is not in it may exist all the same. */
  readonly isComplete: boolean;
  readonly warnings: readonly Warning[];
}

interface Open {
  readonly name: string;
  readonly lines: Line[];
  readonly parts: Component[];
  readonly line: number;
  /** The last line, if it is a text that a program broke without folding it. */
  broken?: { readonly parts: string[]; length: number } | undefined;
}

const delimiter = /^\s*(BEGIN|END)\s*:\s*([A-Z0-9-]+)\s*$/i;
const property = /^[A-Z0-9-]+[;:]/i;

/** Components that cannot contain themselves: a second BEGIN means that an END is missing. */
const topLevel = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);

/** For warnings: a name can be as long as a line. */
const shown = (name: string): string => name.slice(0, 80);

interface Reading {
  readonly lines?: Budget;
  readonly counts?: WarningCounts;
}

export function readCalendar(bytes: Buffer, { lines: budget, counts }: Reading = {}): CalendarFile {
  const decoding = collectWarnings(counts);
  const { warnings, warn } = collectWarnings(counts);
  const root: Open = { name: '', lines: [], parts: [], line: 0 };
  const open: Open[] = [root];
  let [count, lastLine] = [0, 1];
  const last = (): Open => open.at(-1) ?? root;
  const close = (isClosed: boolean): void => {
    const done = open.pop();
    if (!done || done === root) return;
    joinBroken(done);
    const { name, lines, parts, line } = done;
    last().parts.push({ name, lines, parts, line, isClosed });
  };
  for (const line of decodeCalendar(bytes, decoding.warn)) {
    spend(budget, 1);
    lastLine = line.number;
    const [, kind = '', given = ''] = delimiter.exec(line.text) ?? [];
    const name = given.toUpperCase();
    if (kind.toUpperCase() === 'BEGIN') {
      const same = topLevel.has(name) ? open.findLastIndex((one) => topLevel.has(one.name)) : -1;
      if (same > 0) {
        warn('component not closed', open[same]?.line ?? line.number, `${shown(open[same]?.name ?? '')} has no END.`);
        while (open.length > same) close(false);
      }
      count += 1;
      if (count > maxComponents) throw new Invalid('The calendar has more than 20000 components.');
      if (open.length > maxDepth) throw new Invalid('The components of the calendar are nested more than 4 deep.');
      open.push({ name, lines: [], parts: [], line: line.number });
    } else if (kind !== '') {
      const at = open.findLastIndex((one) => one.name === name);
      if (at <= 0) warn('line not understood', line.number, `END:${shown(name)} has no BEGIN.`);
      else {
        while (open.length > at + 1) {
          warn('component not closed', last().line, `${shown(last().name)} has no END.`);
          close(false);
        }
        close(true);
      }
    } else if (property.test(line.text)) {
      joinBroken(last());
      last().lines.push(line);
    } else addText(last(), line, warn);
  }
  const isComplete = open.length === 1;
  if (!isComplete) warn('calendar cut off', lastLine, `The file ends inside ${shown(last().name)}.`);
  while (open.length > 1) close(false);
  if (count === 0) throw new Invalid('This is not a calendar: it has no BEGIN:VCALENDAR.');
  return { components: root.parts, isComplete, warnings: [...decoding.warnings, ...warnings] };
}

const longText = /^(?:DESCRIPTION|COMMENT|X-ALT-DESC)[;:]/i;

/** Some programs break texts without folding them: such a line continues the text before it. */
function addText(component: Open, line: Line, warn: Warn): void {
  const before = component.lines.at(-1);
  if (before && !component.broken && longText.test(before.text))
    component.broken = { parts: [before.text], length: before.text.length };
  const { broken } = component;
  warn(
    'line not understood',
    line.number,
    `The line has no name and was ${broken ? 'added to the text before it' : 'left out'}.`,
  );
  if (!broken || broken.length + line.text.length > maxLineBytes) return;
  broken.parts.push(line.text);
  broken.length += line.text.length + 2;
}

/** Once for all its lines: joining them one by one would copy the text again and again. */
function joinBroken(component: Open): void {
  const { broken, lines } = component;
  const before = lines.at(-1);
  component.broken = undefined;
  if (broken && before) lines[lines.length - 1] = { text: broken.parts.join('\\n'), number: before.number };
}
