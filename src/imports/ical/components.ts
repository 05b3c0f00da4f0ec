// The components of a calendar as a tree, from lines. Forgives what programs write wrong, and reports it.
import { Invalid } from '../../core/problem.js';
import type { Warning } from '../incoming.js';
import { decodeCalendar, type Line, maxLineBytes } from './decode.js';
import { collectWarnings, type Warn } from './warnings.js';

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
}

const delimiter = /^\s*(BEGIN|END)\s*:\s*([A-Z0-9-]+)\s*$/i;
const property = /^[A-Z0-9-]+[;:]/i;

/** Components that cannot contain themselves: a second BEGIN means that an END is missing. */
const topLevel = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);

export function readCalendar(bytes: Buffer): CalendarFile {
  const { lines, warnings: decoding } = decodeCalendar(bytes);
  const { warnings, warn } = collectWarnings(decoding);
  const root: Open = { name: '', lines: [], parts: [], line: 0 };
  const open: Open[] = [root];
  let count = 0;
  const last = (): Open => open.at(-1) ?? root;
  const close = (isClosed: boolean): void => {
    const done = open.pop();
    if (done && done !== root) last().parts.push({ ...done, isClosed });
  };
  for (const line of lines) {
    const [, kind = '', given = ''] = delimiter.exec(line.text) ?? [];
    const name = given.toUpperCase();
    if (kind.toUpperCase() === 'BEGIN') {
      const same = topLevel.has(name) ? open.findLastIndex((one) => topLevel.has(one.name)) : -1;
      if (same > 0) {
        warn('component not closed', open[same]?.line ?? line.number, `${open[same]?.name} has no END.`);
        while (open.length > same) close(false);
      }
      count += 1;
      if (count > maxComponents) throw new Invalid('The calendar has more than 20000 components.');
      if (open.length > maxDepth) throw new Invalid('The components of the calendar are nested more than 4 deep.');
      open.push({ name, lines: [], parts: [], line: line.number });
    } else if (kind !== '') {
      const at = open.findLastIndex((one) => one.name === name);
      if (at <= 0) warn('line not understood', line.number, `END:${name} has no BEGIN.`);
      else {
        while (open.length > at + 1) {
          warn('component not closed', last().line, `${last().name} has no END.`);
          close(false);
        }
        close(true);
      }
    } else if (property.test(line.text)) last().lines.push(line);
    else addText(last().lines, line, warn);
  }
  const isComplete = open.length === 1;
  if (!isComplete) warn('calendar cut off', lines.at(-1)?.number ?? 1, `The file ends inside ${last().name}.`);
  while (open.length > 1) close(false);
  if (count === 0) throw new Invalid('This is not a calendar: it has no BEGIN:VCALENDAR.');
  return { components: root.parts, isComplete, warnings };
}

const longText = /^(?:DESCRIPTION|COMMENT|X-ALT-DESC)[;:]/i;

/** Some programs break texts without folding them: such a line continues the text before it. */
function addText(lines: Line[], line: Line, warn: Warn): void {
  const before = lines.at(-1);
  const isText = before !== undefined && longText.test(before.text);
  warn(
    'line not understood',
    line.number,
    `The line has no name and was ${isText ? 'added to the text before it' : 'left out'}.`,
  );
  if (!isText || before.text.length + line.text.length > maxLineBytes) return;
  lines[lines.length - 1] = { text: `${before.text}\\n${line.text}`, number: before.number };
}
