// The URLs of recurring events: `/event/<slug>/` leads to the next date of a series, `/event/<slug>/2027-05-04/` is the page of
// one date, and `/event/<slug>/2027-05-04/2/` that of the second date of a day.

import { localized } from '../../core/language.js';
import { Problem } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { allDatesUrl } from '../../facades/events/series-data.js';
import { datesOn, hasDatedPage, isSeries, nextDate } from '../../facades/events/series-dates.js';
import { find, isVisible, unreadable } from '../../operations/read.js';
import { hrefOf, recordHref } from './links.js';
import type { PageRequest } from './page-request.js';
import { urlOf } from './queries.js';

/** Paths of an event, and of one date of a series. */
export const eventPaths = [
  '/event/:part',
  '/event/:part/:day(^\\d\\d\\d\\d-\\d\\d-\\d\\d$)',
  '/event/:part/:day(^\\d\\d\\d\\d-\\d\\d-\\d\\d$)/:number(^[1-9]\\d?\\d?$)',
];

export interface EventPath {
  readonly slug: string;
  readonly day?: string | undefined;
  /** Among the dates of the day. */
  readonly number?: string | undefined;
}

interface Redirect {
  readonly redirect: string;
}
type Series = Parameters<typeof nextDate>[1];

/** The event that a path shows, or the page that it leads to. Does not check whether the caller may read the event. */
export async function eventAt(request: PageRequest, path: EventPath): Promise<{ readonly row: Row } | Redirect> {
  const { context, events } = request;
  const row = await find(context, events, { slug: path.slug }, 'read');
  if (isSeries(row))
    return path.day === undefined ? toNextDate(request, row) : dateAt(request, row, path.day, path.number);
  if (path.day === undefined && !hasDatedPage(inPageLanguage(request, row))) return { row };
  await refuseInvisible(request, row);
  return redirectTo(request, row);
}

const inPageLanguage = ({ events, call }: PageRequest, row: Row): Row => localized(row, events.model, call);

const redirectTo = (request: PageRequest, row: Row): Redirect => ({
  redirect: recordHref(request, urlOf(request, request.events, row)),
});

/** A redirect must not reveal that a record exists. */
export async function refuseInvisible({ context, events, call }: PageRequest, row: Row): Promise<void> {
  if (!(await isVisible(context, events.model, row))) throw unreadable(events.model, row, call);
}

/** To the list of dates if there is none. */
async function toNextDate(request: PageRequest, series: Series): Promise<Redirect> {
  const next = await nextDate(request.context, series);
  if (next) return redirectTo(request, next);
  await refuseInvisible(request, series);
  if (!request.call.site.recurrence) throw new Problem('not-found', { resource: request.events.model.name });
  return { redirect: recordHref(request, allDatesUrl(seriesInLanguage(request, series), request.call.site)) };
}

const seriesInLanguage = (request: PageRequest, series: Series): Series => inPageLanguage(request, series) as Series;

/** Without a number the first date of the day. An unknown date leads to the next one. */
async function dateAt(
  request: PageRequest,
  series: Series,
  day: string,
  number: string | undefined,
): Promise<{ readonly row: Row } | Redirect> {
  const { context, events } = request;
  const dates = await datesOn(context, series, day);
  const date = number === undefined ? dates[0] : dates.find(({ day_number }) => day_number === Number(number));
  if (date && hasDatedPage(inPageLanguage(request, date)))
    return { row: await find(context, events, { id: date.id }, 'read') };
  if (date) return redirectTo(request, date);
  // The only date of a day has no number.
  if (number === '1' && dates[0]?.day_number === 0) return redirectTo(request, dates[0]);
  if (!(await nextDate(context, series))) await refuseInvisible(request, series);
  return { redirect: hrefOf(request, `/event/${seriesInLanguage(request, series).slug}/`) };
}
