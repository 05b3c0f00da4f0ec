// Conditions of known deviations. Pure.
import { cleanHtml, paragraphs } from '../core/text/html.js';
import { instantWithin, iso, isZone } from '../core/time/zone.js';
import type { Difference } from './difference.js';
import { normalized } from './normalize.js';
import type { SideResponse } from './response.js';
import { placeholder, type SiteUrls } from './site-url.js';

export interface Pair {
  readonly route: string;
  readonly path: string;
  readonly old: SideResponse;
  readonly new: SideResponse;
  readonly sites: Sites;
}

export interface Sites {
  readonly old: SiteUrls;
  readonly new: SiteUrls;
  /** IDs of authors of the old side and of the new one, as the first record of each author has them. */
  readonly authors: Map<string, string>;
}

export const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
export const isMissing = ({ kind }: Difference): boolean => kind === 'missing';
export const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
export const lastKey = ({ pattern }: Difference): string => /([^/*]+)(\/\*)*$/.exec(pattern)?.[1] ?? '';

export const counterpart: Readonly<Record<string, string>> = {
  'x-tec-total': 'x-wp-total',
  'x-tec-totalpages': 'x-wp-totalpages',
  'x-wp-total': 'x-tec-total',
  'x-wp-totalpages': 'x-tec-totalpages',
};

/** The same key of both parents. */
const both = ({ parents }: Difference, key: string): readonly [unknown, unknown] => [
  object(parents?.old)[key],
  object(parents?.new)[key],
];

export const isSame = (difference: Difference, key: string): boolean => {
  const [before, after] = both(difference, key);
  return before !== undefined && before === after;
};

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

export const isComputedUtc = (event: Events, key: string, value: unknown): boolean => {
  const utc = utcOf(event, key.replace(/^utc_/, ''));
  return utc !== undefined && utc.instant === value;
};

/** `start` and `end` are the same times with their offset. */
export function isComputedIso({ parents, new: now }: Difference, key: string): boolean {
  const utc = parents && utcOf(parents, `${key}_date`);
  return utc !== undefined && iso(utc.instant, utc.zone) === now;
}

/** The slug of the series with the day of the date, and a number for a further date of that day. */
export function isSlugWithDay(difference: Difference): boolean {
  const { old, new: now, parents } = difference;
  if (!isText(old) || !isText(now) || !now.startsWith(`${old}-`)) return false;
  const [, day] = /^(\d{4}-\d\d-\d\d)(-\d{1,2})?$/.exec(now.slice(old.length + 1)) ?? [];
  if (day === undefined || !isSame(difference, 'start_date')) return false;
  const { start_date: start, url } = object(parents?.old);
  return String(start).startsWith(day) || String(url).split('/').includes(day);
}

/** The address of an image file on the new side. */
const isMediaFile = (value: unknown, { sites }: Pair): boolean =>
  isText(value) && sites.new.inText(value).startsWith(`${placeholder}/media/`);

const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

export function isImageFile(difference: Difference, pair: Pair): boolean {
  const key = lastKey(difference);
  const { kind, old, new: now } = difference;
  if (/\/sizes\//.test(difference.pattern) || key === 'sizes') return isVariant(difference, pair);
  if (/^(url|image|source_url|rendered)$/.test(key)) return kind === 'value' && isText(old) && isMediaFile(now, pair);
  if (key === 'filesize') return isSize(now) && (kind === 'extra' || isSize(old));
  return key === 'extension' && old === 'jpeg' && now === 'jpg';
}

/** A variant of Almanac has an address, a width and a height; the set of variants is that of the site. */
function isVariant({ kind, pattern, new: now }: Difference, pair: Pair): boolean {
  const isWhole = /\/sizes(\/[^/]+)?$/.test(pattern);
  if (kind === 'missing') return true;
  if (isWhole) {
    const variants = /\/sizes$/.test(pattern) ? Object.values(object(now)) : [now];
    return variants.every((variant) => isMediaFile(object(variant).url ?? object(variant).source_url, pair));
  }
  if (/\/(url|source_url)$/.test(pattern)) return isMediaFile(now, pair);
  return /\/(width|height|filesize)$/.test(pattern) ? isSize(now) : isText(now);
}

/** Addresses of pages: both on their own site, with the same slug and, for a date of a series, the same day. */
export function isPageAddress(difference: Difference, { sites }: Pair): boolean {
  const { old, new: now } = difference;
  if (!isText(old) || !isText(now)) return false;
  const names = [pageIn(sites.old.inText(old)), pageIn(sites.new.inText(now))];
  return names[0] !== undefined && names[0] === names[1];
}

/** Slug and day, without the number that tells several dates of that day apart. */
function pageIn(address: string): string | undefined {
  if (!address.startsWith(`${placeholder}/`)) return undefined;
  const [path = ''] = address.split(/[?#]/, 1);
  const parts = path.split('/').filter((part) => part !== '');
  const day = parts.findIndex((part) => /^\d{4}-\d\d-\d\d$/.test(part));
  return day < 0 ? parts.at(-1) : parts.slice(day - 1, day + 1).join('/');
}

export const cleanedText = (old: string, now: string, key: string, { sites }: Pair): boolean => {
  const normalizedOld = (html: string) => oneSpaced(String(normalized(html, key, sites.old)));
  const found = oneSpaced(String(normalized(sites.old.inText(now), key, sites.new)));
  return [old, cleanHtml(old), paragraphs(cleanHtml(old))].some((html) => normalizedOld(html) === found);
};

/** The parts of a date follow from the text beside them, which the parents of the details have. */
export function isPartOfComputedUtc(difference: Difference, pair: Pair): boolean {
  const details = difference.pointer.split('/').slice(1, -1);
  const key = String(details.at(-1)).replace(/_details$/, '');
  const events = { old: valueAt(pair.old.body, details.slice(0, -1)), new: recordLike(pair, details.slice(0, -1)) };
  const utc = object(events.new)[key];
  const parts = ['year', 'month', 'day', 'hour', 'minutes', 'seconds'];
  const index = parts.indexOf(lastKey(difference));
  return isComputedUtc(events, key, utc) && String(utc).split(/[- :]/)[index] === difference.new;
}

const valueAt = (body: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce<unknown>((value, key) => object(value)[key], body);

/** Lists are compared by ID, and the index of a pointer is that of the old side. */
function recordLike({ old, new: now }: Pair, tokens: readonly string[]): unknown {
  const index = tokens.at(-1);
  if (index === undefined || !/^\d+$/.test(index)) return valueAt(now.body, tokens);
  const { id } = object(valueAt(old.body, tokens));
  const list = valueAt(now.body, tokens.slice(0, -1));
  return Array.isArray(list) ? list.find((item) => object(item).id === id) : undefined;
}

const maxAuthors = 10_000;

/** Every author of the old side is one account of the new side: another account for the same author is a fault. */
export function isAuthorAccount({ old, new: now }: Difference, { sites: { authors } }: Pair): boolean {
  if (![old, now].every((id) => /^[1-9]\d*$/.test(String(id))) || typeof old !== typeof now) return false;
  const known = authors.get(String(old));
  if (known === undefined && authors.size < maxAuthors) authors.set(String(old), String(now));
  return known === undefined || known === String(now);
}

/** The slug of a series names its first date on the old side, and the series on the new one. */
export function isSeriesOfDate(_: Difference, { old, new: now }: Pair): boolean {
  const [before, after] = [object(old.body), object(now.body)];
  const isDated = /\/\d{4}-\d\d-\d\d(\/\d+)?\/?$/.test(String(before.url));
  return isDated && isText(before.slug) && ['slug', 'title', 'start_date'].every((key) => before[key] === after[key]);
}
