// Series of the old site. Its lists have a row for each date, all with the slug of the series and a URL that ends in the
// day; they are gathered over all pages and become one series whose dates keep their IDs.
import { is } from '../../core/condition.js';
import { DAY, plusSeconds, secondsBetween, type Wall } from '../../core/time/clock.js';
import { maxDates } from '../../core/time/recurrence-input.js';
import type { Warning } from '../incoming.js';
import { keepDateIds, type NumberedDate } from './date-ids.js';
import { mapEvent } from './event.js';
import { inferRule, withoutEnd } from './infer.js';
import { type MapContext, slugIn } from './mapping.js';
import type { Mapped } from './page.js';
import type { SiteRule } from './site-rule.js';
import { type Body, idIn, momentIn, textIn } from './values.js';

interface Gathered {
  /** The body of the first date. */
  body: Body;
  readonly dates: Map<number, NumberedDate>;
}

/** The site numbers dates of series from here on. */
export const firstDateId = 10_000_000;

/** Used as the slug of a series that has none. */
export const slugOfPost = (post: number): string => `#${post}`;

/** Undefined for a slug. */
export const postOfSlug = (slug: string): number | undefined =>
  slug.startsWith('#') ? Number(slug.slice(1)) : undefined;

/** Dates of all series together: a bound for the memory. */
const maxGathered = 500_000;

/** The day in the URL of a date of a series, with a number if the day has several: `2027-05-01`, `2027-05-01-2`. */
export function dayInUrl(body: Body): string | undefined {
  const slug = textIn(body, 'slug');
  const [, name, day, number] = /\/([^/]+)\/(\d{4}-\d\d-\d\d)(?:\/(\d{1,3}))?\/?$/.exec(textIn(body, 'url')) ?? [];
  return slug !== '' && name === slug && day !== undefined ? [day, number].filter(Boolean).join('-') : undefined;
}

/** What the site says of a series beside its dates. */
export interface SeriesMaster {
  readonly id?: number;
  readonly rule?: SiteRule;
}

export class SeriesGatherer {
  private readonly bySlug = new Map<string, Gathered>();
  private count = 0;
  /** The latest date of all series. */
  private horizon: Wall = '';

  /** False for an event that is no date of a series, or if there are too many. Drafts and trashed series have no dated URL,
   * and drafts no slug: `post` is the ID of their post, if it is known. */
  add(body: Body, post?: number): boolean {
    const [id, start, end] = [idIn(body, 'id'), momentIn(body, 'start_date'), momentIn(body, 'end_date')];
    if (id === undefined || start === undefined || end === undefined) return false;
    const slug = slugIn(body) ?? (post === undefined ? '' : slugOfPost(post));
    if (slug === '' || (dayInUrl(body) === undefined && id < firstDateId)) return false;
    if (++this.count > maxGathered) return false;
    const gathered = this.bySlug.get(slug) ?? { body, dates: new Map() };
    if (start <= (momentIn(gathered.body, 'start_date') ?? start)) gathered.body = body;
    // Pages shift while the site changes, so that a date can be listed twice.
    gathered.dates.set(id, { id, start, end });
    this.bySlug.set(slug, gathered);
    if (start > this.horizon) this.horizon = start;
    return true;
  }

  has(slug: string): boolean {
    return this.bySlug.has(slug);
  }

  /** Whether it has exactly these dates. */
  hasDates(slug: string, ids: ReadonlySet<number>): boolean {
    const dates = this.bySlug.get(slug)?.dates;
    return dates !== undefined && dates.size === ids.size && [...ids].every((id) => dates.has(id));
  }

  forget(slug: string): void {
    this.bySlug.delete(slug);
  }

  slugs(): readonly string[] {
    return [...this.bySlug.keys()].sort();
  }

  /** The ID of a date of the series. */
  firstId(slug: string): number {
    return this.bySlug.get(slug)?.dates.keys().next().value ?? 0;
  }

  /** The series with this slug as one record; none if its dates cannot be read. */
  records(slug: string, context: MapContext, master: SeriesMaster = {}): readonly Mapped[] {
    const gathered = this.bySlug.get(slug);
    return gathered ? seriesRecords(slug, gathered, context, master, this.horizon) : [];
  }
}

function seriesRecords(
  slug: string,
  { body, dates }: Gathered,
  context: MapContext,
  { id: postId, rule: siteRule }: SeriesMaster,
  horizon: Wall,
): readonly Mapped[] {
  const { options } = context;
  const first = mapEvent(body, context);
  if (!first) return [];
  const sorted = [...dates.values()].sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1));
  const distinct = sorted.filter((date, at) => date.start !== sorted[at - 1]?.start);
  const { place } = first.record;
  const warnings: Warning[] = [...first.warnings];
  if (distinct.length < sorted.length)
    warnings.push({ kind: 'dates at the same time', place, text: `${sorted.length - distinct.length} are left out.` });
  if (distinct.length === 1) return [{ record: first.record, warnings }];
  if (options.ids === 'keep' && postId === undefined && first.record.fields.status !== 'trash') {
    const text = 'The site does not show the ID of the series. It gets a new one; its dates keep theirs.';
    warnings.push({ kind: 'ID of a series unknown', place, text });
  }
  const recurrence = recurrenceOf(distinct, context, siteRule, horizon);
  warnings.push(...recurrence.notes.map((text) => ({ kind: 'rule of a series', place, text })));
  if (recurrence.input === undefined) {
    const text = `The series has ${distinct.length} dates and no rule; ${maxDates} are possible. Only the first ones are imported.`;
    return [
      {
        ...asSeries(slug, first, distinct.slice(0, maxDates), datesInput(distinct.slice(0, maxDates)), context, postId),
        warnings: [...warnings, { kind: 'too many dates', place, text }],
      },
    ];
  }
  return [{ ...asSeries(slug, first, distinct, recurrence.input, context, postId), warnings }];
}

function asSeries(
  slug: string,
  { record }: Mapped,
  dates: readonly NumberedDate[],
  recurrence: unknown,
  { options, base }: MapContext,
  postId: number | undefined,
): Pick<Mapped, 'record'> {
  const { id: _, ...rest } = record;
  const [first] = dates;
  const keeps = options.ids === 'keep';
  const ids = dates.map(({ id }) => id);
  return {
    record: {
      ...rest,
      externalId: `series:${slug}`,
      // A draft becomes a series with a slug.
      ...(postId !== undefined && { sameAs: is('external_id', `series:${slugOfPost(postId)}`) }),
      fields: { ...record.fields, start_date: first?.start, end_date: first?.end, recurrence },
      ...(keeps && postId !== undefined && { id: postId }),
      ...(keeps && { partIds: ids, parts: ids, after: keepDateIds(dates) }),
      paths: record.paths
        .map((path) => path.replace(/(?<![^/])[^/]*\/(?:\d{1,3}\/)?$/, ''))
        .filter((path) => path !== base.pathname),
    },
  };
}

/** The first date is the start of the event; the others are extra dates, with an end if they last longer or shorter. */
function datesInput(dates: readonly NumberedDate[]): unknown {
  const [first] = dates;
  const seconds = first ? secondsBetween(first.start, first.end) : 0;
  const others = dates.slice(1).map(({ start, end }) => (plusSeconds(start, seconds) === end ? start : { start, end }));
  return { dates: others };
}

/** The site lists dates of endless series for years ahead; shorter ones may have an end that it does not tell. */
const minHorizonSeconds = 366 * DAY;

/**
 * The rule goes on after the last date if the site says so, or if it tells no rule and the dates reach as far as those of any
 * series. Never if they are over: it would add dates before now.
 */
function openRule(
  rule: string,
  starts: readonly Wall[],
  siteRule: SiteRule | undefined,
  horizon: Wall,
  now: Wall,
): string {
  const aheadSeconds = secondsBetween(now, starts.at(-1) ?? '');
  const [isLong, end] = siteRule
    ? [siteRule.isEndless && aheadSeconds > 0, '']
    : [aheadSeconds > minHorizonSeconds, horizon];
  return (isLong ? withoutEnd(rule, starts, end) : undefined) ?? rule;
}

/** The input of the field `recurrence`; undefined if there are too many dates. */
function recurrenceOf(
  dates: readonly NumberedDate[],
  { options: { series }, now }: MapContext,
  siteRule: SiteRule | undefined,
  horizon: Wall,
) {
  const isTooLong = dates.length > maxDates;
  const exact = isTooLong ? undefined : datesInput(dates);
  if (series !== 'rules' && !isTooLong) return { input: exact, notes: [] };
  const [first] = dates;
  const seconds = first ? secondsBetween(first.start, first.end) : 0;
  const hasOneLength = dates.every(({ start, end }) => plusSeconds(start, seconds) === end);
  const starts = dates.map(({ start }) => start);
  const found = hasOneLength ? inferRule(starts, siteRule?.begins) : undefined;
  if (!found) return { input: exact, notes: isTooLong ? [] : [`${dates.length} dates, no rule fits.`] };
  const { except, extra } = found;
  const rule = series === 'rules' ? openRule(found.rule, starts, siteRule, horizon, now) : found.rule;
  const deviations = [
    except.length ? `${except.length} left out` : '',
    extra.length ? `${extra.length} added` : '',
    rule === found.rule ? '' : 'without an end',
  ].filter(Boolean);
  const note = `${dates.length} dates are ${rule}${deviations.length ? `, ${deviations.join(', ')}` : ''}.`;
  return { input: { rule, dates: extra, except }, notes: [note] };
}
