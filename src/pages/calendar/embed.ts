// The embedded calendar for an iframe on another site: the page and its variants, with the filters of the calendar.

import type { Given } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import { isoInstant } from '../../core/time/clock.js';
import { readForm } from '../../http/input.js';
import { queryText } from '../../http/request.js';
import { type Html, html } from '../html.js';
import { agenda, emptyNote, pager, stepper, stepTo } from './components.js';
import { monthName } from './date-format.js';
import { type Day, firstOf, lastOf, type Month, monthOf, plusMonths, weeksOf } from './days.js';
import { eventCards, nextEvent } from './embed-cards.js';
import {
  defaultEmbedStyle,
  type EmbedStyle,
  embedStylePairs,
  oneOf,
  optionIn,
  readEmbedStyle,
  wholeFrom,
} from './embed-style.js';
import { type Filters, type Pair, pairsOf, type Resolved, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { hrefOf, monthPath, viewHref, withoutDate } from './links.js';
import { miniMonth } from './mini-month.js';
import { monthGrid } from './month.js';
import type { PageRequest } from './page-request.js';
import { datesOf, readPaging, timesOf } from './paging.js';
import { duringDays, eventsDuring } from './period.js';
import { listEvents } from './queries.js';
import type { ListedEvent } from './records.js';
import { subscribeMenu, subscriptionTo } from './subscribe.js';

export const embedViews = ['list', 'month', 'mini', 'next', 'cards'] as const;
export const maxEmbedEvents = 50;

/** The calendar as the host page asks for it. */
interface Embed {
  readonly filters: Filters;
  readonly resolved: Resolved;
  /** Number of events; undefined for the default of the view, with links to further pages. */
  readonly limit: number | undefined;
  /** Parameters in addition to the filters, for links inside the frame. */
  readonly own: readonly Pair[];
}

/** Language and style for an error page, as far as each of them is valid. */
export function embedErrorRequest(
  url: string,
  requestFor: (query: Given) => PageRequest,
): { readonly request: PageRequest; readonly style: EmbedStyle } {
  const query = firstValid<Given>(
    () => readForm(queryText(url)),
    () => ({}),
  );
  const { lang, theme } = query;
  const request = firstValid(
    () => requestFor({ lang }),
    () => requestFor({}),
  );
  const style = firstValid(
    () => readEmbedStyle(query),
    () => readEmbedStyle({ theme }),
    () => defaultEmbedStyle,
  );
  return { request, style };
}

/** The first that is no error of the request. */
function firstValid<T>(first: () => T, ...others: readonly (() => T)[]): T {
  try {
    return first();
  } catch (error) {
    const [next, ...rest] = others;
    if (!(error instanceof Problem) || !next) throw error;
    return firstValid(next, ...rest);
  }
}

/** Month and steps to its neighbours, inside the frame. */
function monthOfEmbed(request: PageRequest, { filters, own }: Embed) {
  const { texts, today } = request;
  const month = monthOf(filters.date ?? today);
  const href = (day: Day) => viewHref(request, { ...filters, date: day }, '/embed', own);
  const step = (by: number, label: string) => {
    const first = firstOf(plusMonths(month, by));
    return stepTo(first, href(first), label);
  };
  const steps = { previous: step(-1, texts.previousMonth), next: step(1, texts.nextMonth), today: href(today) };
  return { month, steps };
}

const eventsOfMonth = (request: PageRequest, { resolved }: Embed, month: Month) =>
  eventsDuring(request, resolved, weeksOf(month, request.locale.weekStart).flat());

async function monthContent(request: PageRequest, embed: Embed): Promise<PageContent> {
  const { month, steps } = monthOfEmbed(request, embed);
  const { resolved, filters } = embed;
  const span = await eventsOfMonth(request, embed, month);
  const title = monthName(request.locale, firstOf(month));
  const bare = withoutDate(filters);
  return contentOf(request, embed, {
    title,
    path: monthPath(month),
    main: html`<div class="bar"><h1><a href="${viewHref(request, bare, monthPath(month))}">${title}</a></h1>${stepper(request, steps)}${subscribeMenu(request, { ...subscriptionTo(resolved), dates: duringDays(firstOf(month), lastOf(month)) })}</div>
${monthGrid(request, bare, month, span)}`,
  });
}

async function miniContent(request: PageRequest, embed: Embed): Promise<PageContent> {
  const { month, steps } = monthOfEmbed(request, embed);
  const { events } = await eventsOfMonth(request, embed, month);
  const title = monthName(request.locale, firstOf(month));
  return contentOf(request, embed, {
    title,
    path: monthPath(month),
    main: html`<h1 class="unseen">${title}</h1>${miniMonth(request, withoutDate(embed.filters), month, events, steps)}`,
  });
}

/** A view of the next events. */
const listed =
  (usualLimit: number, titleOf: (request: PageRequest) => string, show: ShowEvents, more: Given = {}) =>
  async (request: PageRequest, embed: Embed): Promise<PageContent> => {
    const { texts } = request;
    const { filters, resolved, limit, own } = embed;
    const { page, past } = readPaging(request);
    const times = { ...timesOf(request, past, filters), ...(past ? {} : more) };
    const found = await listEvents(request, { ...resolved.input, ...times }, { limit: limit ?? usualLimit, page });
    const href = (pairs: readonly Pair[]) => viewHref(request, filters, '/embed', [...own, ...pairs]);
    const title = titleOf(request);
    return contentOf(request, embed, {
      title,
      path: '/calendar/list',
      pairs: pairsOf(filters),
      main: html`<div class="bar"><h1><a href="${viewHref(request, filters, '/calendar/list')}">${title}</a></h1>${subscribeMenu(request, { ...subscriptionTo(resolved), dates: datesOf(times) })}</div>
${found.items.length ? show(request, found.items, filters) : emptyNote(past ? texts.noPastEvents : texts.noEvents, texts.noEventsHint)}
${limit === undefined && usualLimit > 1 && pager(request, { page, listed: found, href })}
<p class="embed-foot"><a href="${hrefOf(request, '/')}">${texts.openCalendar}</a></p>`,
    });
  };

type ShowEvents = (request: PageRequest, events: readonly ListedEvent[], filters: Filters) => Html;

const contentOf = (
  { pageSite }: PageRequest,
  { resolved }: Embed,
  content: Pick<PageContent, 'title' | 'path' | 'pairs' | 'main'>,
): PageContent => ({
  ...content,
  feed: subscriptionTo(resolved).feed,
  json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events`,
  noindex: true,
});

/** The next event to start; one that runs already only if there is no other. */
async function nextContent(request: PageRequest, embed: Embed): Promise<PageContent> {
  const { filters } = embed;
  if (filters.date || filters.when) return nextOf({})(request, embed);
  const upcoming = { starts_after: isoInstant(request.call.now), strict_dates: 'true' };
  const { total } = await listEvents(request, { ...embed.resolved.input, ...upcoming }, { limit: 1 });
  return nextOf(total > 0 ? upcoming : {})(request, embed);
}

const nextOf = (times: Given) =>
  listed(
    1,
    ({ texts }) => texts.nextEvent,
    (request, events) => nextEvent(request, events),
    times,
  );

const variants: Readonly<
  Record<(typeof embedViews)[number], (request: PageRequest, embed: Embed) => Promise<PageContent>>
> = {
  list: listed(
    10,
    ({ texts }) => texts.upcoming,
    (request, events, { date }) => agenda(request, events, 2, date ?? request.today),
  ),
  month: monthContent,
  mini: miniContent,
  next: nextContent,
  cards: listed(6, ({ texts }) => texts.upcoming, eventCards),
};

export async function embedPage(request: PageRequest): Promise<PageContent> {
  const { query } = request;
  const view = optionIn(query, 'view', oneOf(embedViews)) ?? 'list';
  const limit = optionIn(query, 'limit', wholeFrom(1, maxEmbedEvents));
  const filters = readFilters(query);
  const own: readonly Pair[] = [
    ['view', view],
    ...(limit === undefined ? [] : [['limit', String(limit)] as const]),
    ...embedStylePairs(readEmbedStyle(query)),
  ];
  return variants[view](request, { filters, resolved: await resolveFilters(request, filters), limit, own });
}
