// Rules for times of day, on the 24-hour and the 12-hour clock.
import type { Part } from './part.js';
import { type Rule, rule } from './rule.js';

/** 24:00 is the end of the day and :60 a leap second, as in ISO 8601. */
function time(hour: string | undefined, minute = '0', second = '0'): Part | undefined {
  const read = { kind: 'time', hour: Number(hour), minute: Number(minute), second: Number(second) } as const;
  if (read.hour > 24 || read.minute > 59 || read.second > 60) return undefined;
  return read.hour === 24 && read.minute + read.second > 0 ? undefined : read;
}

function twelveHours(hour: string | undefined, minute: string | undefined, second: string | undefined, half: string) {
  const written = Number(hour);
  if (written < 1 || written > 12) return undefined;
  return time(String((written % 12) + (half === 'p' ? 12 : 0)), minute, second);
}

export const timeRules: readonly Rule[] = [
  rule('t?(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,]\\d+)?)?', ([h, m, s]) => time(h, m, s)),
  rule('t?(\\d{1,2})\\.(\\d{2})(?!\\.\\d)', ([h, m]) => time(h, m)),
  rule('(\\d{1,2})(?:[:.](\\d{1,2})(?:[:.](\\d{1,2}))?)? ?([ap])(?:m\\.?|\\.m\\.?)', ([h, m, s, half = '']) =>
    twelveHours(h, m, s, half),
  ),
  rule('t(\\d{2})(?:(\\d{2})(\\d{2})?)?', ([h, m, s]) => time(h, m, s)),
  rule('(\\d{2})(\\d{2})(\\d{2})', ([h, m, s]) => time(h, m, s)),
  rule('(\\d{2})(\\d{2})(?![-/.:]\\d)', ([high, low]) => ({
    kind: 'four-digits',
    high: Number(high),
    low: Number(low),
  })),
  rule('noon', () => ({ kind: 'time', hour: 12, minute: 0, second: 0 })),
  rule('midnight', () => ({ kind: 'time', hour: 0, minute: 0, second: 0 })),
];
