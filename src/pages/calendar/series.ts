// The other dates of a series on the page of one date, and the page of all dates.

import { inLanguage } from '../../core/language.js';
import { Problem } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { eventStatusUrl } from '../../facades/events/json-ld.js';
import { textOfSeries } from '../../facades/events/series-body.js';
import { allDatesUrl } from '../../facades/events/series-data.js';
import { type DateRow, datesBeside, isSeries, listDates } from '../../facades/events/series-dates.js';
import { find } from '../../operations/read.js';
import { type Html, html, trusted } from '../html.js';
import { emptyNote, eventHue, isOver, pager, placeLine, type Step, timeOf } from './components.js';
import { firstDayOf, hours, longDay, plainDay } from './date-format.js';
import { states, titleOf } from './event-state.js';
import type { Pair } from './filters.js';
import type { PageContent } from './frame.js';
import { hrefOf, recordHref } from './links.js';
import type { PageRequest } from './page-request.js';
import { readPaging } from './paging.js';
import { listedEvent, readSeries, urlOf, urlsOf } from './queries.js';
import { recordImage } from './record-image.js';
import type { ListedEvent, SeriesBody } from './records.js';
import { pictureOrigins } from './send.js';
import { refuseInvisible } from './series-path.js';
import { shareButton } from './share.js';
import { subscribeMenu } from './subscribe.js';

export interface OtherDates {
  /** The rule in words. */
  readonly text: string;
  /** The page of all dates; unpublished series have none. */
  readonly all: string | undefined;
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
}

/** Undefined for single events, and for dates of a series that the visitor may not read. */
export async function otherDates(request: PageRequest, row: Row): Promise<OtherDates | undefined> {
  const { call, context, events } = request;
  if (!call.site.recurrence) return undefined;
  // The preview of an unpublished series shows the series itself.
  if (isSeries(row)) return { ...partOfSeries(request, row), previous: undefined, next: undefined };
  const date = row as DateRow;
  const { master } = date;
  if (!master) return undefined;
  const { previous, next } = await datesBeside(context, master, date);
  const step = (other: DateRow | undefined): Step | undefined =>
    other && { href: recordHref(request, urlOf(request, events, other)), label: dateLabel(request, other, date) };
  return { ...partOfSeries(request, master), previous: step(previous), next: step(next) };
}

const partOfSeries = (request: PageRequest, master: DateRow): Pick<OtherDates, 'text' | 'all'> => ({
  text: sentence(request, textOfSeries(master, request.call)),
  all: master.status === 'publish' ? recordHref(request, allDatesUrlIn(request, master)) : undefined,
});

const allDatesUrlIn = ({ call }: PageRequest, master: DateRow, language = call.language): string =>
  allDatesUrl(inLanguage(master, language, call.site.languages), call.site);

const sentence = ({ locale }: PageRequest, text: string): string =>
  text.charAt(0).toLocaleUpperCase(locale.tag) + text.slice(1);

/** The day; on the same day also the time. */
function dateLabel({ locale }: PageRequest, { start_date }: DateRow, from: DateRow): string {
  const day = plainDay(locale, start_date.slice(0, 10));
  const isSameDay = start_date.slice(0, 10) === from.start_date.slice(0, 10);
  return isSameDay ? `${day}, ${hours(locale, start_date)}` : day;
}

const perPage = 20;

export const allDatesPage = (request: PageRequest, slug: string): Promise<PageContent | { redirect: string }> =>
  datesPage(request, slug, '');

/** All dates of a series. A single event has no such page, its own is shown instead. `/embed` for links inside a frame. */
export async function datesPage(
  request: PageRequest,
  slug: string,
  frame: '' | '/embed',
): Promise<PageContent | { redirect: string }> {
  const { context, events, call, texts } = request;
  const found = await find(context, events, { slug }, 'read');
  await refuseInvisible(request, found);
  if (!isSeries(found) || !call.site.recurrence)
    return { redirect: recordHref(request, urlOf(request, events, found)) };
  const { page } = readPaging(request);
  const { upcoming, past, total } = await listDates(context, found, perPage, (page - 1) * perPage);
  const pages = Math.ceil(total / perPage);
  if (page > Math.max(pages, 1)) throw new Problem('no-page', { resource: events.model.name });
  const listed = (rows: readonly Row[]) => rows.map((row) => listedEvent(request, row));
  const dates = { upcoming: listed(upcoming), past: listed(past) };
  const series = await readSeries(request, found);
  const path = allDatesUrlIn(request, found).slice(call.site.baseUrl.length);
  const paging = { page, listed: { pages }, href: (pairs: readonly Pair[]) => hrefOf(request, frame + path, pairs) };
  const text = sentence(request, series.recurrence.text);
  const urls = urlsOf(request, (code) => allDatesUrlIn(request, found, code));
  const image = series.image || undefined;
  const place = placeLine(series);
  const feed = found.password === '' ? { route: `events/${found.id}/occurrences` } : undefined;
  return {
    title: `${series.title} · ${texts.allDates}`,
    about: text,
    main: html`<article class="record ${eventHue(request, series)}">
<header class="record-head"><p class="record-kind">${texts.allDates}</p><h1>${series.title}</h1><div class="lead"><p class="when-day">${text}</p>${place && html`<p class="lead-place">${place}</p>`}</div>${shareButton(request, { path, urls }, series.title)}</header>
<div class="record-body">
<div class="record-text">
${await recordImage(request, image, series.title)}
${series.description && html`<div class="prose">${trusted(series.description)}</div>`}
${total === 0 && emptyNote(texts.noDates, texts.noDatesHint)}
${section(request, texts.upcomingDates, dates.upcoming, series)}
${section(request, texts.pastDates, dates.past, series)}
${pager(request, paging)}
</div>
<aside class="facts"><div class="fact"><h2>${texts.calendar}</h2>${total > 0 && nextLink(request, found, series)}${feed && subscribeMenu(request, { feed, names: [series.title] })}</div></aside>
</div>
</article>`,
    path,
    pairs: page > 1 ? [['page', String(page)]] : [],
    urls,
    feed,
    json: `${series.rest_url}/occurrences`,
    route: `events/?include=${found.id}`,
    image,
    pictures: pictureOrigins(series.description),
    data: series.json_ld && { ...series.json_ld, subEvent: [...dates.upcoming, ...dates.past].map(subEvent) },
    noindex: series.json_ld === undefined,
  };
}

/** A date as one line: day and time, and the title or place where they differ from those of the series. */
function dateLine(request: PageRequest, date: ListedEvent, series: SeriesBody): Html {
  const day = firstDayOf(date);
  const place = placeLine(date);
  return html`<li${isOver(request, date) && html` class="is-over"`}><a href="${recordHref(request, date.url)}">${longDay(request.locale, day)}</a> <span>${timeOf(request, date)}</span> ${states(request, date)}${
    date.title !== series.title && html`<span>${titleOf(date)}</span> `
  }${place !== placeLine(series) && place && html`<span>${place}</span>`}</li>`;
}

const section = (
  request: PageRequest,
  title: string,
  dates: readonly ListedEvent[],
  series: SeriesBody,
): Html | false =>
  dates.length > 0 &&
  html`<section class="parts"><h2>${title}</h2><ol class="dates">${dates.map((date) => dateLine(request, date, series))}</ol></section>`;

/** The URL without a date always leads to the current next date, even from a cached page. */
function nextLink(request: PageRequest, series: DateRow, { recurrence }: SeriesBody): Html {
  const { slug } = inLanguage(series, request.call.language, request.call.site.languages);
  const label = recurrence.next === null ? request.texts.toLastDate : request.texts.toNextDate;
  return html`<p><a href="${hrefOf(request, `/event/${slug}/`)}">${label}</a></p>`;
}

const subEvent = ({ title, url, event_status, start, end }: ListedEvent) => ({
  '@type': 'Event',
  name: title,
  url,
  eventStatus: eventStatusUrl(event_status),
  startDate: start,
  endDate: end,
});
