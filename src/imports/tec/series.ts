// Series of the old site. Its lists have a row for each date, all with the slug of the series and a URL that ends in the
// day; they are gathered over all pages and become one series whose dates keep their IDs.
import { plusSeconds, secondsBetween } from '../../core/time/clock.js';
import { maxDates } from '../../core/time/recurrence-input.js';
import type { Warning } from '../incoming.js';
import { keepDateIds, type NumberedDate } from './date-ids.js';
import { mapEvent } from './event.js';
import { inferRule } from './infer.js';
import type { MapContext } from './mapping.js';
import type { TecOptions } from './options.js';
import type { Mapped } from './page.js';
import { type Body, idIn, momentIn, textIn } from './values.js';

interface Gathered {
  /** The body of the first date. */
  body: Body;
  readonly dates: Map<number, NumberedDate>;
}

/** The site numbers dates of series from here on. */
export const firstDateId = 10_000_000;

/** Dates of all series together: a bound for the memory. */
const maxGathered = 500_000;

/** The day in the URL of a date of a series, with a number if the day has several: `2027-05-01`, `2027-05-01-2`. */
export function dayInUrl(body: Body): string | undefined {
  const slug = textIn(body, 'slug');
  const [, name, day, number] = /\/([^/]+)\/(\d{4}-\d\d-\d\d)(?:\/(\d{1,3}))?\/?$/.exec(textIn(body, 'url')) ?? [];
  return slug !== '' && name === slug && day !== undefined ? [day, number].filter(Boolean).join('-') : undefined;
}

export class SeriesGatherer {
  private readonly bySlug = new Map<string, Gathered>();
  private count = 0;

  /** False for an event that is no date of a series, or if there are too many. */
  add(body: Body): boolean {
    const [id, start, end] = [idIn(body, 'id'), momentIn(body, 'start_date'), momentIn(body, 'end_date')];
    if (id === undefined || start === undefined || end === undefined || dayInUrl(body) === undefined) return false;
    if (++this.count > maxGathered) return false;
    const slug = textIn(body, 'slug');
    const gathered = this.bySlug.get(slug) ?? { body, dates: new Map() };
    if (start < (momentIn(gathered.body, 'start_date') ?? start)) gathered.body = body;
    // Pages shift while the site changes, so that a date can be listed twice.
    gathered.dates.set(id, { id, start, end });
    this.bySlug.set(slug, gathered);
    return true;
  }

  slugs(): readonly string[] {
    return [...this.bySlug.keys()].sort();
  }

  /** The series with this slug as one record, or as several if it cannot be one. */
  records(slug: string, context: MapContext, options: TecOptions, postId?: number): readonly Mapped[] {
    const gathered = this.bySlug.get(slug);
    return gathered ? seriesRecords(slug, gathered, context, options, postId) : [];
  }
}

function seriesRecords(
  slug: string,
  { body, dates }: Gathered,
  context: MapContext,
  options: TecOptions,
  postId: number | undefined,
): readonly Mapped[] {
  const first = mapEvent(body, context);
  if (!first) return [];
  const sorted = [...dates.values()].sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1));
  const distinct = sorted.filter((date, at) => date.start !== sorted[at - 1]?.start);
  const { place } = first.record;
  const warnings: Warning[] = [...first.warnings];
  if (distinct.length < sorted.length)
    warnings.push({ kind: 'dates at the same time', place, text: `${sorted.length - distinct.length} are left out.` });
  if (distinct.length === 1) return [{ record: first.record, warnings }];
  if (options.ids === 'keep' && postId === undefined) {
    const text = 'The site does not show the ID of the series. It gets a new one; its dates keep theirs.';
    warnings.push({ kind: 'ID of a series unknown', place, text });
  }
  const recurrence = recurrenceOf(distinct, options);
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
      fields: { ...record.fields, start_date: first?.start, end_date: first?.end, recurrence },
      ...(keeps && postId !== undefined && { id: postId }),
      ...(keeps && { partIds: ids, parts: ids, after: keepDateIds(dates) }),
      paths: record.paths
        .map((path) => path.replace(/[^/]*\/(?:\d{1,3}\/)?$/, ''))
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

/** The input of the field `recurrence`; undefined if there are too many dates. */
function recurrenceOf(dates: readonly NumberedDate[], { series, inferRules, endless }: TecOptions) {
  const isTooLong = dates.length > maxDates;
  const isWanted = series === 'rules' || inferRules || isTooLong;
  const [first] = dates;
  const seconds = first ? secondsBetween(first.start, first.end) : 0;
  const hasOneLength = dates.every(({ start, end }) => plusSeconds(start, seconds) === end);
  const found =
    isWanted && hasOneLength
      ? inferRule(
          dates.map(({ start }) => start),
          endless,
        )
      : undefined;
  const exact = isTooLong ? undefined : datesInput(dates);
  if (!found) return { input: exact, notes: isWanted && !isTooLong ? [`${dates.length} dates, no rule fits.`] : [] };
  const { rule, except, extra } = found;
  const deviations = [
    except.length ? `${except.length} left out` : '',
    extra.length ? `${extra.length} added` : '',
  ].filter(Boolean);
  const note = `${dates.length} dates are ${rule}${deviations.length ? `, ${deviations.join(', ')}` : ''}.`;
  const isUsed = series === 'rules' || isTooLong;
  return { input: isUsed ? { rule, dates: extra, except } : exact, notes: [note] };
}
