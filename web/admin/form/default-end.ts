// Fields that move together: the end of something follows its start, so that it lasts as long as before.
import type { FieldInfo } from '../api/contract';
import { between, isWall, nextHour, plus } from '../widgets/wall-clock';
import { same, type Values } from './values';

const hour = 3_600;

/** The end that belongs to a start, told by its name. */
export const endOf = (fields: readonly FieldInfo[], name: string): FieldInfo | undefined =>
  /(^|_)start(_|$)/.test(name)
    ? fields.find((field) => field.name === name.replace('start', 'end') && field.input.widget === 'moment')
    : undefined;

/** What else changes when this field does. */
export function following(fields: readonly FieldInfo[], values: Values, name: string, value: unknown): Values {
  const end = endOf(fields, name);
  const [before, until] = [values[name], end && values[end.name]];
  if (!end || !isWall(value)) return {};
  if (!isWall(before) || !isWall(until))
    return isWall(until) && until >= value ? {} : { [end.name]: plus(value, hour) };
  const lasted = between(before, until);
  return same(before, value) ? {} : { [end.name]: plus(value, lasted >= 0 ? lasted : hour) };
}

/** A new record has a start and an end at once, where it needs them. */
export function firstMoments(fields: readonly FieldInfo[], zone: string, now: Date): Values {
  const starts = fields.filter(
    ({ name, required, input }) => required && input.widget === 'moment' && endOf(fields, name),
  );
  const at = nextHour(zone, now);
  return Object.fromEntries(
    starts.flatMap(({ name }) => [[name, at], ...Object.entries(following(fields, {}, name, at))]),
  );
}

/** Whether times of day count: not while a flag of the form says that whole days are meant. */
export const isAllDay = (values: Values): boolean => values.all_day === true;

/** A moment that says from when or until when, as opposed to one that is just a moment. */
export const isSpan = (name: string): boolean => /(^|_)(start|end)(_|$)/.test(name);
