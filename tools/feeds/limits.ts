// Known limits of programs that read iCalendar. Everything else that differs fails the check.
import type { Limit } from './ical-values.js';

const texts = ['uid', 'summary', 'description', 'location', 'comment', 'contact', 'categories'] as const;
const uris = ['url', 'conference', 'organizer'] as const;

/** Without the characters that are lost or added by wrong decoding, so that everything else must be equal. */
const decodedTwice = (value: string): string =>
  value
    .replace(/%(5C|2C|3A|3B)/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\+[nN]?|\n/g, '');

const sortedParts = (values: readonly string[]): string => values.join(',').split(',').sort().join(',');

export const icalendarLimits: readonly Limit[] = [
  {
    reason: 'icalendar 4: a backslash before n, and %2C, %3A, %3B, %5C, are decoded twice',
    keys: [...texts, ...uris],
    explains: (expected, actual) =>
      /\\|%5C|%2C|%3A|%3B/i.test(expected.join('')) &&
      sortedParts(expected.map(decodedTwice)) === sortedParts(actual.map(decodedTwice)),
  },
  {
    reason: 'icalendar 4: escaped commas separate categories',
    keys: ['categories'],
    explains: (expected, actual) => expected.join('').includes(',') && sortedParts(expected) === sortedParts(actual),
  },
  {
    reason: 'icalendar 4: time zones have no transitions after 2037',
    keys: ['start', 'end'],
    explains: ([expected]) => Number(expected) > Date.UTC(2037, 9, 1) / 1_000,
  },
];

export const vobjectLimits: readonly Limit[] = [
  {
    reason: 'vobject: values of properties that it does not know end at a comma',
    keys: ['conference'],
    explains: ([expected = ''], [actual]) => expected.includes(',') && expected.split(',')[0] === actual,
  },
];
