// The three spellings of a recurrence: a rule as text, a list of iCalendar lines, or an object.
import { isObject } from '../is-object.js';
import { Invalid } from '../problem.js';
import { plusSeconds } from './clock.js';
import { readDuration } from './ical-value.js';
import { type Moment, readMoment } from './recurrence-moment.js';
import { isZone } from './zone.js';

export const maxDates = 1_000;
/** Erased dates become exceptions, which a form sends back: as many as a series has dates. */
export const maxExceptions = 10_000;
/** Each year of another zone takes part of a millisecond when it is read first. */
const maxZoneYears = 100;

export interface RecurrenceParts {
  readonly rule: string;
  readonly dates: readonly { readonly start: Moment; readonly end?: Moment }[];
  readonly except: readonly Moment[];
}

type DatePart = RecurrenceParts['dates'][number];

const limits = { dates: maxDates, exceptions: maxExceptions };

function refuseMany(name: keyof typeof limits, items: readonly unknown[]): void {
  if (items.length > limits[name]) throw new Invalid(`The recurrence has more than ${limits[name]} ${name}.`);
}

type ReadMoment = (text: string, writtenIn?: string) => Moment;

/** Reads the moments of one recurrence in the zone of its event, from a limited number of years of other zones. */
function momentReader(zone: string): ReadMoment {
  const zoneYears = new Set<string>();
  return (text, writtenIn = zone) => {
    if (writtenIn !== zone) zoneYears.add(`${writtenIn} ${text.trim().slice(0, 4)}`);
    if (zoneYears.size > maxZoneYears)
      throw new Invalid(`The recurrence has dates in more than ${maxZoneYears} years of other time zones.`);
    return readMoment(text, zone, writtenIn);
  };
}

/** `start/end` or `start/duration`. */
function readPeriod(text: string, read: ReadMoment, writtenIn: string | undefined): DatePart {
  const [from = '', to] = text.split('/');
  const start = read(from, writtenIn);
  if (to === undefined) return { start };
  const seconds = readDuration(to.trim().toUpperCase());
  if (seconds === undefined) return { start, end: read(to, writtenIn) };
  return { start, end: { wall: plusSeconds(start.wall, seconds), isDay: false } };
}

const lineFormat = /^([A-Z-]{1,20})((?:;[^:]{0,200})?):(.*)$/is;

/** Name, time zone and values of a line such as `EXDATE;TZID=Europe/Paris:20270501T100000,20270508T100000`. */
function splitLine(line: string): { readonly name: string; readonly zone?: string; readonly values: string } {
  const [, name, params = '', values = ''] = lineFormat.exec(line.trim()) ?? ['', 'RRULE', '', line];
  const zone = /;TZID="?([^;"]*)"?(?:;|$)/i.exec(params)?.[1];
  const upper = (name ?? '').toUpperCase();
  if (zone === undefined) return { name: upper, values };
  if (!isZone(zone)) throw new Invalid(`${upper} has an unknown time zone. Use a name such as Europe/Paris.`);
  return { name: upper, zone, values };
}

function fromLines(lines: readonly string[], zone: string): RecurrenceParts {
  const read = momentReader(zone);
  const rules: string[] = [];
  const dates: DatePart[] = [];
  const except: Moment[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const { name, zone: writtenIn, values } = splitLine(line);
    const items = name === 'RDATE' || name === 'EXDATE' ? values.split(',').filter((item) => item.trim() !== '') : [];
    refuseMany(name === 'EXDATE' ? 'exceptions' : 'dates', items);
    if (name === 'RRULE') rules.push(values);
    else if (name === 'RDATE') dates.push(...items.map((item) => readPeriod(item, read, writtenIn)));
    else if (name === 'EXDATE') except.push(...items.map((item) => read(item, writtenIn)));
    else throw new Invalid(`${name} is not supported in a recurrence. Use RRULE, RDATE and EXDATE.`);
    refuseMany('dates', dates);
    refuseMany('exceptions', except);
  }
  if (rules.length > 1) throw new Invalid('A recurrence has one RRULE only. Add further dates as RDATE.');
  return { rule: rules[0] ?? '', dates, except };
}

const isTexts = (input: unknown): input is readonly string[] =>
  Array.isArray(input) && input.every((item) => typeof item === 'string');

function readDate(item: unknown, zone: string): DatePart {
  if (typeof item === 'string') return { start: readMoment(item, zone) };
  const { start, end, ...rest } = isObject(item) ? item : {};
  const plain = Object.keys(rest).length === 0 && (end === undefined || end === null || typeof end === 'string');
  if (typeof start !== 'string' || !plain)
    throw new Invalid('The dates of a recurrence are texts, or objects with start and end.');
  return { start: readMoment(start, zone), ...(typeof end === 'string' && { end: readMoment(end, zone) }) };
}

function fromObject(input: Readonly<Record<string, unknown>>, zone: string): RecurrenceParts {
  const { rule, dates, except, ...rest } = input;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Invalid(`The recurrence has an unknown property: ${unknown.slice(0, 40)}.`);
  if (typeof (rule ?? '') !== 'string') throw new Invalid('The rule of a recurrence must be text.');
  if (!Array.isArray(dates ?? [])) throw new Invalid('The dates of a recurrence must be a list.');
  if (!isTexts(except ?? [])) throw new Invalid('The exceptions of a recurrence must be a list of texts.');
  const [dateItems, exceptItems] = [(dates ?? []) as readonly unknown[], (except ?? []) as readonly string[]];
  refuseMany('dates', dateItems);
  refuseMany('exceptions', exceptItems);
  return {
    rule: ((rule ?? '') as string).trim(),
    dates: dateItems.map((item) => readDate(item, zone)),
    except: exceptItems.map((item) => readMoment(item, zone)),
  };
}

/** Unfolds the lines of iCalendar, which continue after a line break and a blank. */
const linesOf = (text: string): readonly string[] => text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);

export function recurrenceParts(input: unknown, zone: string): RecurrenceParts {
  if (input === undefined || input === null) return { rule: '', dates: [], except: [] };
  if (typeof input === 'string') return fromLines(linesOf(input), zone);
  if (isTexts(input)) return fromLines(input, zone);
  if (isObject(input)) return fromObject(input, zone);
  throw new Invalid('A recurrence is a rule, a list of lines, or an object with rule, dates and except.');
}
