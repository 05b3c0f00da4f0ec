// The value of a recurrence field: a rule, extra dates and exceptions, or an empty string for a single event. Pure.
import { inputText } from '../widget';

export interface ExtraDate {
  readonly start: string;
  /** Only if the duration differs from that of the event. */
  readonly end?: string;
}

export interface Recurrence {
  /** Empty for a list of dates without a rule. */
  readonly rule: string;
  readonly dates: readonly ExtraDate[];
  /** Days (`2027-12-23`) or starts (`2027-12-23 19:00:00`). */
  readonly except: readonly string[];
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function extraDateIn(value: unknown): readonly ExtraDate[] {
  if (typeof value === 'string') return [{ start: value }];
  const { start, end } = Object(value) as { readonly start?: unknown; readonly end?: unknown };
  if (typeof start !== 'string') return [];
  return [{ start, ...(typeof end === 'string' && { end }) }];
}

/** Undefined for a single event. */
export function readRecurrence(value: unknown): Recurrence | undefined {
  if (typeof value !== 'object' || value === null) {
    const rule = inputText(value);
    return rule === '' ? undefined : { rule, dates: [], except: [] };
  }
  const { rule, dates, except } = value as { readonly [key in keyof Recurrence]?: unknown };
  return {
    rule: inputText(rule),
    dates: listIn(dates).flatMap(extraDateIn),
    except: listIn(except).filter((item) => typeof item === 'string'),
  };
}

export const withDate = (dates: readonly ExtraDate[], start: string): readonly ExtraDate[] =>
  dates.some((date) => date.start === start)
    ? dates
    : [...dates, { start }].sort((one, other) => (one.start < other.start ? -1 : 1));

export const withException = (except: readonly string[], added: string): readonly string[] =>
  [...new Set([...except, added])].sort();
