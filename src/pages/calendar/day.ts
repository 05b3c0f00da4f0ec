// One day: what lasts days or the whole day first, then the hours.
import { html } from '../html.js';
import { listEvents } from './ask.js';
import { type Day, monthOf, plusDays, weeksOf } from './days.js';
import { isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import { choicesFor, toolbar } from './form.js';
import type { Sheet } from './frame.js';
import { dayPath, viewHref, withoutDate } from './links.js';
import { readPaging } from './list.js';
import { miniMonth } from './mini.js';
import { card, emptyNote, pageHref, pager, stepTo } from './parts.js';
import { eventsDuring, inOrder } from './span.js';
import type { Visit } from './visit.js';
import { firstWeekday, longDay } from './when.js';

const perPage = 50;

export async function dayPage(visit: Visit, day: Day): Promise<Sheet> {
  const { words, locale, place, today } = visit;
  const filters = withoutDate(readFilters(visit.query));
  const { page } = readPaging(visit);
  const resolved = await resolveFilters(visit, filters);
  const month = monthOf(day);
  const times = { ends_after: plusDays(day, -1), starts_before: day };
  const [listed, choices, around] = await Promise.all([
    listEvents(visit, { ...resolved.input, ...times }, { limit: perPage, page }),
    choicesFor(visit),
    eventsDuring(visit, resolved, weeksOf(month, firstWeekday(locale)).flat()),
  ]);
  const title = longDay(locale, day);
  const href = (other: Day) => viewHref(visit, filters, dayPath(other));
  const step = (by: number, label: string) => stepTo(plusDays(day, by), href(plusDays(day, by)), label);
  const [previous, next] = [step(-1, words.previousDay), step(1, words.nextDay)];
  const paging = {
    page,
    listed,
    href: (pairs: Parameters<typeof viewHref>[3]) => viewHref(visit, filters, dayPath(day), pairs),
  };
  const empty = isFiltered(filters)
    ? emptyNote(words.noMatch, words.noMatchAbout, { href: href(day).split('?')[0] ?? '', label: words.clearFilters })
    : emptyNote(words.noEvents, words.noEventsAbout, {
        href: viewHref(visit, { ...filters, date: day }, '/calendar/list'),
        label: words.seeComing,
      });
  return {
    title,
    main: html`${toolbar(visit, { title: html`<time datetime="${day}">${title}</time>`, resolved, choices, action: '/calendar/day', date: day, steps: { previous, next, today: href(today) } })}
<div class="with-aside">
<div class="column">
${listed.items.length ? html`<ol class="cards single">${inOrder(listed.items).map((event) => card(visit, event, 2))}</ol>` : empty}
${pager(visit, paging)}
</div>
<aside class="side">${miniMonth(visit, filters, month, around.events)}</aside>
</div>`,
    view: 'day',
    day,
    filters,
    path: dayPath(day),
    pairs: pairsOf(filters),
    json: `${place.site.baseUrl}${place.native.prefix}/events?start_date=${day}&end_date=${day}`,
    previous: pageHref(paging, -1) ?? previous?.href,
    next: pageHref(paging, 1) ?? next?.href,
    hidden: true,
  };
}
