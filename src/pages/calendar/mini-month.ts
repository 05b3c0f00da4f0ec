// A small month for navigation: every day links to its page, days with events are marked.
import { type Html, html } from '../html.js';
import { stepTo } from './components.js';
import { firstWeekday, longDay, monthName, narrowWeekday, weekday } from './date-format.js';
import { type Day, firstOf, type Month, plusMonths, weeksOf } from './days.js';
import type { Filters } from './filters.js';
import { dayHref, monthPath, viewHref, withoutDate } from './links.js';
import type { PageRequest } from './page-request.js';
import { isUnderAWeek, lanesOf } from './period.js';
import type { ListedEvent } from './records.js';

function busyDays(events: readonly ListedEvent[], weeks: readonly (readonly Day[])[]): ReadonlySet<Day> {
  const brief = events.filter(isUnderAWeek);
  return new Set(
    weeks.flatMap((days) => lanesOf(brief, days).flatMap(({ span }) => days.slice(span.from, span.to + 1))),
  );
}

export function miniMonth(request: PageRequest, filters: Filters, month: Month, events: readonly ListedEvent[]): Html {
  const { locale, texts, today } = request;
  const weeks = weeksOf(month, firstWeekday(locale));
  const busy = busyDays(events, weeks);
  const to = (step: number, label: string, sign: string) => {
    const other = plusMonths(month, step);
    const way = stepTo(firstOf(other), viewHref(request, withoutDate(filters), monthPath(other)), label);
    return way && html`<a href="${way.href}" aria-label="${way.label}"><span aria-hidden="true">${sign}</span></a>`;
  };
  const cell = (day: Day) =>
    day.startsWith(month)
      ? html`<td><a href="${dayHref(request, filters, day)}" aria-label="${longDay(locale, day)}"${day === today && html` aria-current="date"`}${busy.has(day) && html` class="busy"`}>${Number(day.slice(8))}</a></td>`
      : html`<td></td>`;
  return html`<nav class="mini" aria-label="${monthName(locale, firstOf(month))}">
<p class="mini-head">${to(-1, texts.previousMonth, '‹')}<a class="mini-title" href="${viewHref(request, withoutDate(filters), monthPath(month))}">${monthName(locale, firstOf(month))}</a>${to(1, texts.nextMonth, '›')}</p>
<table><thead><tr>${weeks[0]?.map((day) => html`<th scope="col"><abbr title="${weekday(locale, day)}">${narrowWeekday(locale, day)}</abbr></th>`)}</tr></thead>
<tbody>${weeks.map((days) => html`<tr>${days.map(cell)}</tr>`)}</tbody></table>
</nav>`;
}
