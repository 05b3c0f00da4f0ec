// The fields of the public form: validation, and the input of the new event that they make. Pure.
import type { Given } from '../core/field.js';
import { readText } from '../core/kinds/text.js';
import { isEmailAddress } from '../core/mail.js';
import { catchInvalid } from '../core/problem.js';
import { stripTags } from '../core/text/html.js';
import { isWebUrl } from '../core/text/web-url.js';
import { daysInMonth } from '../core/time/clock.js';
import { instantWithin } from '../core/time/zone.js';

/** Maximum lengths in characters. */
export const limits = {
  title: 200,
  description: 10_000,
  start_date: 10,
  start_time: 5,
  end_date: 10,
  end_time: 5,
  all_day: 1,
  venue: 200,
  organizer: 200,
  website: 2_000,
  category: 10,
  picture_alt: 300,
  name: 100,
  email: 254,
  message: 2_000,
} as const;

export type FieldName = keyof typeof limits;
export const fieldNames = Object.keys(limits) as readonly FieldName[];

export type Fault =
  | 'required'
  | 'too-long'
  | 'characters'
  | 'date'
  | 'time'
  | 'end'
  | 'over'
  | 'email'
  | 'website'
  | 'category'
  | 'picture'
  | 'no-pictures';

export type FormValues = Readonly<Record<FieldName, string>>;
/** The picture is a file, not a text. */
export type ControlName = FieldName | 'picture';
export type Faults = Readonly<Partial<Record<ControlName, Fault>>>;

const multiline: ReadonlySet<FieldName> = new Set(['description', 'message']);

/** The texts of the form as they are shown again: without surrounding blanks, single-line fields on one line. */
export const valuesOf = (input: Given): FormValues =>
  Object.fromEntries(
    fieldNames.map((name) => {
      const value = Object.hasOwn(input, name) ? input[name] : '';
      const text = typeof value === 'string' ? value : '';
      return [name, (multiline.has(name) ? text.replace(/\r\n?/g, '\n') : text.replace(/[\s\p{Cc}]+/gu, ' ')).trim()];
    }),
  ) as FormValues;

/** An address that mail can be sent to: a host of the local network cannot be confirmed. */
const isPublicAddress = (text: string): boolean => isEmailAddress(text) && /@[^@]*\../u.test(text);

export interface FormRules {
  readonly required: readonly string[];
  readonly zone: string;
  readonly now: string;
}

export function faultsOf(values: FormValues, rules: FormRules): Faults {
  const faults: Partial<Record<FieldName, Fault>> = {};
  for (const name of fieldNames) {
    const fault = textFault(values[name], limits[name]);
    if (fault) faults[name] = fault;
  }
  for (const name of requiredOf(values, rules.required)) if (values[name] === '') faults[name] ??= 'required';
  if (values.title !== '' && stripTags(values.title) === '') faults.title ??= 'required';
  if (values.email !== '' && !isPublicAddress(values.email)) faults.email ??= 'email';
  if (values.website !== '' && !isHttpUrl(values.website)) faults.website ??= 'website';
  if (values.category !== '' && !/^[1-9]\d{0,8}$/.test(values.category)) faults.category ??= 'category';
  return { ...timeFaults(values, rules), ...faults };
}

const textFault = (text: string, max: number): Fault | undefined =>
  catchInvalid(
    () => (readText(text, 100_000).length > max ? 'too-long' : undefined),
    () => (text.length > max ? 'too-long' : 'characters'),
  );

export const isAllDay = ({ all_day }: FormValues): boolean => all_day !== '';

/** `required` has the further fields that the settings of the site require. */
export const requiredOf = (values: FormValues, required: readonly string[]): readonly FieldName[] => [
  'title',
  'start_date',
  ...(isAllDay(values) ? [] : (['start_time', 'end_time'] as const)),
  'name',
  'email',
  ...fieldNames.filter((name) => required.includes(name)),
];

const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && isWebUrl(text);

function timeFaults(values: FormValues, { zone, now }: FormRules): Faults {
  const faults: Partial<Record<FieldName, Fault>> = {};
  for (const name of ['start_date', 'end_date'] as const)
    if (values[name] !== '' && !isDay(values[name])) faults[name] = 'date';
  if (!isAllDay(values))
    for (const name of ['start_time', 'end_time'] as const)
      if (values[name] !== '' && !isTime(values[name])) faults[name] = 'time';
  const span = Object.keys(faults).length === 0 ? spanOf(values) : undefined;
  if (!span) return faults;
  const [start, end] = [instantWithin(span.start, zone), instantWithin(span.end, zone)];
  if (!start) return { start_date: 'date' };
  if (!end) return { end_date: 'date' };
  if (end.instant < start.instant) return { [isAllDay(values) ? 'end_date' : 'end_time']: 'end' };
  return end.instant < now ? { start_date: 'over' } : {};
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return false;
  return year >= 1970 && year <= 2100 && month <= 12 && day <= daysInMonth(year, month);
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Start and end as wall-clock times; undefined while one is missing. An event ends on its first day by default. */
function spanOf(values: FormValues): { readonly start: string; readonly end: string } | undefined {
  const { start_date, start_time, end_time } = values;
  const end_date = values.end_date || start_date;
  if (start_date === '') return undefined;
  if (isAllDay(values)) return { start: `${start_date} 00:00:00`, end: `${end_date} 23:59:59` };
  if (start_time === '' || end_time === '') return undefined;
  return { start: `${start_date} ${start_time}:00`, end: `${end_date} ${end_time}:00` };
}

/** Input of the new event, as the API takes it. Names of venue and organizer are looked up when it is created. */
export function contentOf(values: FormValues): Given {
  const { start, end } = spanOf(values) ?? { start: '', end: '' };
  return {
    title: values.title,
    description: paragraphsOf(values.description),
    start_date: start,
    end_date: end,
    all_day: isAllDay(values),
    website: values.website,
    ...(values.category !== '' && { category: Number(values.category) }),
    ...(values.venue !== '' && { venue: values.venue }),
    ...(values.organizer !== '' && { organizer: values.organizer }),
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as HTML: blank lines separate paragraphs. */
export const paragraphsOf = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(/[&<>]/g, (character) => entities[character] ?? ''))
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('\n');
