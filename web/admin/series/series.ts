// Series and their dates in records of the API. Pure.
import type { ApiRecord } from '../api/records';

/** The dates that a change of one date applies to. */
export type Scope = 'this' | 'following' | 'all';

/** The wall-clock time that the rule gave to a date: `2027-05-13T19:00:00+02:00` → `2027-05-13 19:00:00`. */
export const originalStartOf = ({ original_start: start, start_date = '' }: ApiRecord): string =>
  (start ?? start_date).slice(0, 19).replace('T', ' ');
