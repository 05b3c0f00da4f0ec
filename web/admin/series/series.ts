// Series and their dates in records of the API. Pure.
import type { ApiRecord } from '../api/records';

/** The dates that a change of one date applies to. */
export type Scope = 'this' | 'following' | 'all';

/** The series in a record: its rule in words, and its number of dates if it has an end. */
export interface SeriesInfo {
  readonly text: string;
}

/** Id of the series that a date belongs to; undefined for single events and for series. */
export const seriesIdOf = ({ occurrence_of: id }: ApiRecord): number | undefined =>
  typeof id === 'number' && id > 0 ? id : undefined;

/** Undefined for dates and single events. */
export function seriesIn({ recurrence }: ApiRecord): SeriesInfo | undefined {
  if (typeof recurrence !== 'object' || recurrence === null) return undefined;
  const { text } = recurrence as { readonly text?: unknown };
  return { text: typeof text === 'string' ? text : '' };
}

/** The wall-clock time that the rule gave to a date: `2027-05-13T19:00:00+02:00` → `2027-05-13 19:00:00`. */
export const originalStartOf = ({ original_start: start, start_date }: ApiRecord): string =>
  (typeof start === 'string' ? start : String(start_date)).slice(0, 19).replace('T', ' ');

/** Names of the fields of a date that differ from its series. */
export const changedFields = ({ changed }: ApiRecord): readonly string[] =>
  Array.isArray(changed) ? changed.filter((name) => typeof name === 'string') : [];
