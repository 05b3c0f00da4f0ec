// Keeps the duration: when the start changes, the end moves with it. Works on wall-clock values.
import type { FieldInfo } from '../api/contract';
import { between, isWall, nextHour, plus } from '../widgets/wall-clock';
import { same, type Values } from './values';

const hour = 3_600;

/** The end field of a start field, by its name: `start_date` → `end_date`. */
export const endOf = (fields: readonly FieldInfo[], name: string): FieldInfo | undefined =>
  /(^|_)start(_|$)/.test(name)
    ? fields.find((field) => field.name === name.replace('start', 'end') && field.input.widget === 'moment')
    : undefined;

/** The new end, when `name` is a start field; else nothing. */
export function movedEnd(fields: readonly FieldInfo[], values: Values, name: string, value: unknown): Values {
  const end = endOf(fields, name);
  const [before, until] = [values[name], end && values[end.name]];
  if (!end || !isWall(value)) return {};
  if (!isWall(before) || !isWall(until))
    return isWall(until) && until >= value ? {} : { [end.name]: plus(value, hour) };
  const lasted = between(before, until);
  return same(before, value) ? {} : { [end.name]: plus(value, lasted >= 0 ? lasted : hour) };
}

/** Default start and end of a new record: the next full hour, for one hour. */
export function defaultTimes(fields: readonly FieldInfo[], zone: string, now: Date): Values {
  const starts = fields.filter(
    ({ name, required, input }) => required && input.widget === 'moment' && endOf(fields, name),
  );
  const at = nextHour(zone, now);
  return Object.fromEntries(
    starts.flatMap(({ name }) => [[name, at], ...Object.entries(movedEnd(fields, {}, name, at))]),
  );
}

/** Times of day are hidden for all-day events. */
export const isAllDay = (values: Values): boolean => values.all_day === true;

/** A start or an end, as opposed to a single date such as the publication date. */
export const isStartOrEnd = (name: string): boolean => /(^|_)(start|end)(_|$)/.test(name);
