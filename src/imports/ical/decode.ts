// The bytes of a calendar as unfolded lines of text. All limits apply here, before anything is parsed.
import { isUtf8 } from 'node:buffer';
import { Invalid } from '../../core/problem.js';
import type { Warn } from './warnings.js';

/** 10 MB. */
export const maxCalendarBytes = 10_000_000;
/** Bytes of an unfolded line; a longer one, such as an attached file, is left out. */
export const maxLineBytes = 65_536;

export interface Line {
  readonly text: string;
  /** Number of its first line in the file, from 1. */
  readonly number: number;
}

const [LF, CR, SPACE, TAB] = [10, 13, 32, 9];

/** UTF-16 as UTF-8. Without a byte order mark it is recognized by the zero bytes of its first letters. */
function fromUtf16(bytes: Buffer): { readonly bytes: Buffer; readonly name: string } | undefined {
  const [first, second, third, fourth] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0);
  if (!isLittle && !isBig) return undefined;
  const name = isLittle ? 'utf-16le' : 'utf-16be';
  return { bytes: Buffer.from(new TextDecoder(name).decode(bytes)), name: name.toUpperCase() };
}

const windows1252 = new TextDecoder('windows-1252');

/** A line that is not UTF-8 is damaged UTF-8 if some of its letters are, else Windows-1252, which contains Latin-1. */
function decodeLine(bytes: Buffer): { readonly text: string; readonly encoding: string } {
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return { text, encoding: 'UTF-8' };
  if (/[^\u0000-\u007f\ufffd]/.test(text)) return { text, encoding: 'damaged UTF-8' };
  return { text: windows1252.decode(bytes), encoding: 'Windows-1252 or Latin-1' };
}

/** Start and end of each line in the bytes. A carriage return alone ends lines only if nothing else does. */
function* physicalLines(bytes: Buffer): Generator<{ readonly from: number; readonly to: number }> {
  const breaking = bytes.includes(LF) ? LF : CR;
  for (let from = 0; from < bytes.length; ) {
    let end = from;
    while (end < bytes.length && bytes[end] !== breaking) end++;
    yield { from, to: breaking === LF && end > from && bytes[end - 1] === CR ? end - 1 : end };
    from = end + 1;
  }
}

interface Unfolded {
  /** Not all of them if the line is too long. */
  readonly parts: readonly Buffer[];
  readonly length: number;
  readonly number: number;
}

/** A line may be folded inside a character, so that lines are unfolded before they are decoded. */
function* unfolded(bytes: Buffer): Generator<Unfolded> {
  let parts: Buffer[] = [];
  let [number, start, length] = [0, 1, 0];
  for (const { from, to } of physicalLines(bytes)) {
    number += 1;
    if (parts.length > 0 && (bytes[from] === SPACE || bytes[from] === TAB)) {
      length += to - from - 1;
      // A line of a million empty or surplus parts needs no memory for them.
      if (to > from + 1 && length <= maxLineBytes) parts.push(bytes.subarray(from + 1, to));
      continue;
    }
    if (parts.length > 0) yield { parts, length, number: start };
    parts = to > from ? [bytes.subarray(from, to)] : [];
    [start, length] = [number, to - from];
  }
  if (parts.length > 0) yield { parts, length, number: start };
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

const nameOf = (line: string): string => /^[A-Za-z0-9-]{1,40}/.exec(line)?.[0] ?? 'line';

/** Line by line, so that lines without meaning need no memory. */
export function* decodeCalendar(input: Buffer, warn: Warn): Generator<Line> {
  if (input.length > maxCalendarBytes) throw new Invalid('The calendar is larger than 10 MB.');
  const wide = fromUtf16(input);
  const bytes = withoutMark(wide?.bytes ?? input);
  if (wide) warn('encoding', 1, `Read as ${wide.name}. Calendars should be UTF-8.`);
  for (const { parts, length, number } of unfolded(bytes)) {
    if (length > maxLineBytes) {
      const name = nameOf(parts[0]?.toString('latin1', 0, 40) ?? '');
      warn('line too long', number, `${name} has ${length} bytes and was left out. The limit is ${maxLineBytes}.`);
      continue;
    }
    const { text, encoding } = decodeLine(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    if (encoding !== 'UTF-8') warn('encoding', number, `Read as ${encoding}. Calendars should be UTF-8.`);
    if (text.includes('\0')) warn('control characters', number, 'Contains NUL characters, which were removed.');
    const clean = text.replaceAll('\0', '');
    if (clean.trim() !== '') yield { text: clean, number };
  }
}
