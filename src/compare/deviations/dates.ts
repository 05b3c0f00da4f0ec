// Deviations of dates and time zones.
import { abbreviation, instantWithin, iso, isZone } from '../../core/time/zone.js';
import type { Difference } from '../difference.js';
import { type Deviation, isSame, isText, lastKey, newRecordAt, object, type Pair, valueAt } from './deviation.js';

interface Events {
  readonly old: unknown;
  readonly new: unknown;
}

/** The UTC time of `start_date` or `end_date`; undefined unless both sides have the same local time and time zone. */
function utcOf(event: Events, key: string): { readonly instant: string; readonly zone: string } | undefined {
  const [before, after] = [object(event.old), object(event.new)];
  const [wall, zone] = [after[key], after.timezone];
  if (before[key] !== wall || before.timezone !== zone) return undefined;
  if (typeof wall !== 'string' || typeof zone !== 'string' || !isZone(zone)) return undefined;
  const found = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wall) ? instantWithin(wall, zone) : undefined;
  return found && { instant: found.instant, zone };
}

/** The dates in `meta` under their names in the body of an event. */
const datesInMeta = (meta: unknown) => {
  const { _EventStartDate: start_date, _EventEndDate: end_date, _EventTimezone: timezone } = object(meta);
  return { start_date, end_date, timezone };
};

function isComputedInMeta({ parents, new: now }: Difference, key: string): boolean {
  const metas = { old: datesInMeta(parents?.old), new: datesInMeta(parents?.new) };
  return isComputedUtc(metas, /Start/.test(key) ? 'start_date' : 'end_date', now);
}

const isComputedUtc = (event: Events, key: string, value: unknown): boolean => {
  const utc = utcOf(event, key.replace(/^utc_/, ''));
  return utc !== undefined && utc.instant === value;
};

/** `start` and `end` are the same times with their offset. */
function isComputedIso({ parents, new: now }: Difference, key: string): boolean {
  const utc = parents && utcOf(parents, `${key}_date`);
  return utc !== undefined && iso(utc.instant, utc.zone) === now;
}

/** The parts of a date follow from the text beside them, which the parents of the details have. */
function isPartOfComputedUtc(difference: Difference, pair: Pair): boolean {
  const details = difference.pointer.split('/').slice(1, -1);
  const key = String(details.at(-1)).replace(/_details$/, '');
  const events = { old: valueAt(pair.old.body, details.slice(0, -1)), new: newRecordAt(pair, details.slice(0, -1)) };
  const utc = object(events.new)[key];
  const parts = ['year', 'month', 'day', 'hour', 'minutes', 'seconds'];
  const index = parts.indexOf(lastKey(difference));
  return isComputedUtc(events, key, utc) && String(utc).split(/[- :]/)[index] === difference.new;
}

export const dateDeviations: readonly Deviation[] = [
  {
    id: 'utc-from-local-time',
    where:
      'events: `utc_start_date`, `utc_end_date`, their details, `start`, `end`, `json_ld/startDate`, `json_ld/endDate`, `meta/_EventStartDateUTC`, `meta/_EventEndDateUTC`',
    about: 'UTC times and offsets are computed from the local time and the time zone of the event.',
    pattern:
      /(^|\/)(utc_(start|end)_date(_details\/[a-z]+)?|start|end|json_ld\/(start|end)Date|meta\/_Event(Start|End)DateUTC)$/,
    holds: (difference, pair) => {
      const key = lastKey(difference);
      // In the body of one event, which has the local time.
      if (/^(start|end)Date$/.test(key)) {
        const parents = { old: pair.old.body, new: pair.new.body };
        return isComputedIso({ ...difference, parents }, key.replace('Date', ''));
      }
      if (/^(start|end)$/.test(key)) return isComputedIso(difference, key);
      if (/^_Event/.test(key)) return isComputedInMeta(difference, key);
      if (/^utc_/.test(key)) {
        return difference.parents !== undefined && isComputedUtc(difference.parents, key, difference.new);
      }
      return isPartOfComputedUtc(difference, pair);
    },
  },
  {
    id: 'time-zone-abbreviation',
    where: 'events: `timezone_abbr`',
    about: 'The abbreviation of a time zone is that of the start of the event.',
    pattern: /(^|\/)timezone_abbr$/,
    holds: (difference) => {
      const { timezone, utc_start_date: start } = object(difference.parents?.new);
      if (!isSame(difference, 'timezone') || !isText(timezone) || !isText(start) || !isZone(timezone)) return false;
      return abbreviation(start, timezone) === difference.new;
    },
  },
];
