// Dates and time zones. Parsing only validates the text of a date; the instant depends on the time zone of the record and
// is resolved later.
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { type DateText, parseDate } from '../time/date-text.js';
import { isZone } from '../time/zone.js';
import { readText } from './text.js';

export const moment: Kind<DateText> = {
  declared: { type: 'string' },
  schema: { type: 'string', examples: ['2027-03-01 10:00:00', '2027-03-01T10:00:00+02:00', 'tomorrow 9am'] },
  read: (input, call) => {
    const parsed = parseDate(readText(input, 200), call.facade.dates);
    if (!parsed) throw new Invalid('Invalid date. Use YYYY-MM-DD HH:MM:SS.');
    return parsed;
  },
  input: { widget: 'moment' },
};

/** A moment; an empty string clears it. */
export const momentOrNone: Kind<DateText | ''> = {
  ...moment,
  read: (input, call) => (input === '' ? '' : moment.read(input, call)),
};

/** `moment` as a list parameter, declared as date-time. */
export const momentFilter: Kind<DateText> = { ...moment, declared: { type: 'string', format: 'date-time' } };

/** A time zone; an empty string means that of the site. */
export const zone: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', examples: ['Europe/Paris', 'UTC+5:30', ''] },
  read: (input) => {
    const name = readText(input, 100).trim();
    if (name !== '' && !isZone(name)) throw new Invalid('Unknown time zone. Use a name such as Europe/Paris.');
    return name;
  },
  input: { widget: 'zone' },
};
