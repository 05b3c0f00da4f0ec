// The embedded calendar: a list or a month with the same filters, for an iframe on another site.

import type { Given } from '../../core/field.js';
import { Invalid, invalidParams, Problem } from '../../core/problem.js';
import { readForm } from '../../http/input.js';
import { queryText } from '../../http/request.js';
import { html } from '../html.js';
import { agenda, emptyNote, pager, stepper, stepTo } from './components.js';
import { firstWeekday, monthName } from './date-format.js';
import { firstOf, lastOf, monthOf, plusMonths, weeksOf } from './days.js';
import { type Pair, pairsOf, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { hrefOf, monthPath, viewHref, withoutDate } from './links.js';
import { monthGrid } from './month.js';
import type { PageRequest } from './page-request.js';
import { datesOf, readPaging, timesOf } from './paging.js';
import { duringDays, eventsDuring } from './period.js';
import { listEvents } from './queries.js';
import { subscribeMenu, subscriptionTo } from './subscribe.js';

const perPage = 10;

function choice(request: PageRequest, name: string, ...values: readonly string[]): string | undefined {
  const value = request.query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && values.includes(value)) return value;
  throw invalidParams({ [name]: new Invalid(`Must be one of: ${values.join(', ')}.`) });
}

/** Default `light`, like most host pages, whatever the visitor's system prefers. */
export const themeOf = (request: PageRequest): string => choice(request, 'theme', 'light', 'dark', 'auto') ?? 'light';

/** Language and theme for an error page, as far as each of them is valid. */
export function embedErrorRequest(url: string, requestFor: (query: Given) => PageRequest): PageRequest {
  const { lang, theme } = queryIn(url);
  for (const query of [{ lang, theme }, { lang }, { theme }]) {
    try {
      const request = requestFor(query);
      themeOf(request);
      return request;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return requestFor({});
}

/** Empty where the query cannot be parsed. */
function queryIn(url: string): Given {
  try {
    return readForm(queryText(url));
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

async function monthContent(request: PageRequest, own: readonly Pair[]): Promise<PageContent> {
  const { texts, locale, pageSite, today } = request;
  const filters = readFilters(request.query);
  const resolved = await resolveFilters(request, filters);
  const month = monthOf(filters.date ?? today);
  const span = await eventsDuring(request, resolved, weeksOf(month, firstWeekday(locale)).flat());
  const title = monthName(locale, firstOf(month));
  const href = (day: string) => viewHref(request, { ...filters, date: day }, '/embed', own);
  const step = (by: number, label: string) => {
    const first = firstOf(plusMonths(month, by));
    return stepTo(first, href(first), label);
  };
  const steps = { previous: step(-1, texts.previousMonth), next: step(1, texts.nextMonth), today: href(today) };
  const bare = withoutDate(filters);
  return {
    title,
    main: html`<div class="bar"><h1><a href="${viewHref(request, bare, monthPath(month))}">${title}</a></h1>${stepper(request, steps)}${subscribeMenu(request, { ...subscriptionTo(resolved), dates: duringDays(firstOf(month), lastOf(month)) })}</div>
${monthGrid(request, bare, month, span)}`,
    path: monthPath(month),
    feed: subscriptionTo(resolved).feed,
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events`,
    noindex: true,
  };
}

async function listContent(request: PageRequest, own: readonly Pair[]): Promise<PageContent> {
  const { texts, pageSite, today } = request;
  const filters = readFilters(request.query);
  const { page, past } = readPaging(request);
  const resolved = await resolveFilters(request, filters);
  const times = timesOf(request, past, filters.date);
  const listed = await listEvents(request, { ...resolved.input, ...times }, { limit: perPage, page });
  const paging = {
    page,
    listed,
    href: (pairs: readonly Pair[]) => viewHref(request, filters, '/embed', [...own, ...pairs]),
  };
  return {
    title: texts.upcoming,
    main: html`<div class="bar"><h1><a href="${viewHref(request, filters, '/calendar/list')}">${texts.upcoming}</a></h1>${subscribeMenu(request, { ...subscriptionTo(resolved), dates: datesOf(times) })}</div>
${listed.items.length ? agenda(request, listed.items, 2, filters.date ?? today) : emptyNote(past ? texts.noPastEvents : texts.noEvents, texts.noEventsHint)}
${pager(request, paging)}
<p class="embed-foot"><a href="${hrefOf(request, '/')}">${texts.openCalendar}</a></p>`,
    path: '/calendar/list',
    feed: subscriptionTo(resolved).feed,
    pairs: pairsOf(filters),
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events`,
    noindex: true,
  };
}

export function embedPage(request: PageRequest): Promise<PageContent> {
  const view = choice(request, 'view', 'list', 'month') ?? 'list';
  const theme = themeOf(request);
  const own: readonly Pair[] = [['view', view], ...(theme === 'light' ? [] : [['theme', theme] as const])];
  return view === 'month' ? monthContent(request, own) : listContent(request, own);
}
