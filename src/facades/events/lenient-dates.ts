// Dates as clients of the drop-in API write them, which PHP read before: days roll over (30 February is 2 March), times go on
// after 24:00, single letters are military time zones, and a zone alone means "now".
import { dayNumber } from '../../core/time/clock.js';
import type { DateReading } from '../../core/time/date-text.js';
import { END, fromDayNumber } from '../../core/time/grammar/calendar.js';
import { type Rule, rule } from '../../core/time/grammar/rule.js';

/** Without J: A to M are hours east, N to Y hours west. */
const east = 'abcdefghiklm';
const west = 'nopqrstuvwxy';

const military: Rule['read'] = ([letter = '']) => {
  const hours = east.indexOf(letter) + 1 || -(west.indexOf(letter) + 1);
  return letter.length === 1 && hours !== 0
    ? { kind: 'zone', zone: { kind: 'offset', seconds: hours * 3_600 } }
    : undefined;
};

const time: Rule['read'] = ([hours, minutes, seconds = '0']) => {
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  return hour > 24 || minute > 59 || second > 60 ? undefined : { kind: 'time', hour, minute, second };
};

const rules: readonly Rule[] = [
  rule('t?(24):(\\d{1,2})(?::(\\d{1,2})(?:[.,]\\d+)?)?', time),
  rule('t?(24)\\.(\\d{2})(?!\\.\\d)', time),
  rule('t?(24)(\\d{2})(\\d{2})', time),
  rule('t(24)(\\d{2})', time),
  // Most people mean the day 07.03.19, PHP the time.
  rule('t?(\\d{1,2})\\.(\\d{1,2})\\.(\\d{1,2})(?!\\.\\d)', time),
  rule(`(\\d{4})-366${END}`, ([year]) => fromDayNumber(dayNumber(Number(year), 1, 366))),
  rule('([a-z][a-z0-9]*(?:[/_+-][a-z0-9]+)*)', military),
];

export const lenientDates: DateReading = {
  strict: false,
  rules,
  accepts: ({ dated, zone }) => dated || zone !== undefined,
};
