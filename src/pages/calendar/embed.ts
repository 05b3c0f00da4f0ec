// The calendar without its surroundings, for a frame on other people's pages: a list or a month, with the same filters.

import type { Given } from '../../core/field.js';
import { Invalid, invalidParams, Problem } from '../../core/problem.js';
import { readForm } from '../../http/input.js';
import { queryText } from '../../http/request.js';
import { html } from '../html.js';
import { listEvents } from './ask.js';
import { firstOf, monthOf, plusMonths, weeksOf } from './days.js';
import { type Pair, pairsOf, readFilters, resolveFilters } from './filters.js';
import type { Sheet } from './frame.js';
import { hrefOf, monthPath, viewHref, withoutDate } from './links.js';
import { monthGrid } from './month.js';
import { readPaging, timesOf } from './paging.js';
import { agenda, emptyNote, pager, stepper, stepTo } from './parts.js';
import { eventsDuring } from './span.js';
import type { Visit } from './visit.js';
import { firstWeekday, monthName } from './when.js';

const perPage = 10;

function choice(visit: Visit, name: string, ...values: readonly string[]): string | undefined {
  const value = visit.query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && values.includes(value)) return value;
  throw invalidParams({ [name]: new Invalid(`This must be one of ${values.join(', ')}.`) });
}

/** Light unless it is asked for otherwise: most pages are, whatever the reader prefers. */
export const themeOf = (visit: Visit): string => choice(visit, 'theme', 'light', 'dark', 'auto') ?? 'light';

/** The first of these queries that can be read: language and theme, one of them, none. */
export function embedLook(url: string, visitFor: (query: Given) => Visit): Visit {
  const { lang, theme } = lookIn(url);
  for (const query of [{ lang, theme }, { lang }, { theme }]) {
    try {
      const visit = visitFor(query);
      themeOf(visit);
      return visit;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return visitFor({});
}

/** A query that cannot be read at all names neither. */
function lookIn(url: string): Given {
  try {
    return readForm(queryText(url));
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

async function monthSheet(visit: Visit, own: readonly Pair[]): Promise<Sheet> {
  const { texts, locale, place, today } = visit;
  const filters = readFilters(visit.query);
  const resolved = await resolveFilters(visit, filters);
  const month = monthOf(filters.date ?? today);
  const span = await eventsDuring(visit, resolved, weeksOf(month, firstWeekday(locale)).flat());
  const title = monthName(locale, firstOf(month));
  const href = (day: string) => viewHref(visit, { ...filters, date: day }, '/embed', own);
  const step = (by: number, label: string) => {
    const first = firstOf(plusMonths(month, by));
    return stepTo(first, href(first), label);
  };
  const steps = { previous: step(-1, texts.previousMonth), next: step(1, texts.nextMonth), today: href(today) };
  const bare = withoutDate(filters);
  return {
    title,
    main: html`<div class="bar"><h1><a href="${viewHref(visit, bare, monthPath(month))}">${title}</a></h1>${stepper(visit, steps)}</div>
${monthGrid(visit, bare, month, span)}`,
    path: monthPath(month),
    json: `${place.site.baseUrl}${place.native.prefix}/events`,
    hidden: true,
  };
}

async function listSheet(visit: Visit, own: readonly Pair[]): Promise<Sheet> {
  const { texts, place, today } = visit;
  const filters = readFilters(visit.query);
  const { page, past } = readPaging(visit);
  const resolved = await resolveFilters(visit, filters);
  const listed = await listEvents(
    visit,
    { ...resolved.input, ...timesOf(visit, past, filters.date) },
    { limit: perPage, page },
  );
  const paging = {
    page,
    listed,
    href: (pairs: readonly Pair[]) => viewHref(visit, filters, '/embed', [...own, ...pairs]),
  };
  return {
    title: texts.upcoming,
    main: html`<div class="bar"><h1><a href="${viewHref(visit, filters, '/calendar/list')}">${texts.upcoming}</a></h1></div>
${listed.items.length ? agenda(visit, listed.items, 2, filters.date ?? today) : emptyNote(past ? texts.noPastEvents : texts.noEvents, texts.noEventsHint)}
${pager(visit, paging)}
<p class="embed-foot"><a href="${hrefOf(visit, '/')}">${texts.openCalendar}</a></p>`,
    path: '/calendar/list',
    pairs: pairsOf(filters),
    json: `${place.site.baseUrl}${place.native.prefix}/events`,
    hidden: true,
  };
}

export function embedPage(visit: Visit): Promise<Sheet> {
  const view = choice(visit, 'view', 'list', 'month') ?? 'list';
  const theme = themeOf(visit);
  const own: readonly Pair[] = [['view', view], ...(theme === 'light' ? [] : [['theme', theme] as const])];
  return view === 'month' ? monthSheet(visit, own) : listSheet(visit, own);
}
