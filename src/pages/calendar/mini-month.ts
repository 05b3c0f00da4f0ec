// A small month for navigation: every day links to its page, days with events are marked.
import { type Html, html } from '../html.js';
import { type Step, type Steps, stepTo } from './components.js';
import { longDay, monthName, narrowWeekday, weekday } from './date-format.js';
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

/** `steps` lead to the neighbouring months in an embedded frame; otherwise to their pages. */
export function miniMonth(
  request: PageRequest,
  filters: Filters,
  month: Month,
  events: readonly ListedEvent[],
  steps?: Pick<Steps, 'previous' | 'next'>,
): Html {
  const { locale, texts, today } = request;
  const weeks = weeksOf(month, locale.weekStart);
  const busy = busyDays(events, weeks);
  const monthPage = (by: number, label: string) => {
    const other = plusMonths(month, by);
    return stepTo(firstOf(other), viewHref(request, withoutDate(filters), monthPath(other)), label);
  };
  const { previous, next } = steps ?? {
    previous: monthPage(-1, texts.previousMonth),
    next: monthPage(1, texts.nextMonth),
  };
  const arrow = (step: Step | undefined, sign: string) =>
    step &&
    html`<a href="${step.href}" aria-label="${step.label}"${steps && html` target="_self"`}><span aria-hidden="true">${sign}</span></a>`;
  const cell = (day: Day) =>
    day.startsWith(month)
      ? html`<td><a href="${dayHref(request, filters, day)}" aria-label="${longDay(locale, day)}"${day === today && html` aria-current="date"`}${busy.has(day) && html` class="busy"`}>${Number(day.slice(8))}</a></td>`
      : html`<td></td>`;
  return html`<nav class="mini" aria-label="${monthName(locale, firstOf(month))}">
<p class="mini-head">${arrow(previous, '‹')}<a class="mini-title" href="${viewHref(request, withoutDate(filters), monthPath(month))}">${monthName(locale, firstOf(month))}</a>${arrow(next, '›')}</p>
<table><thead><tr>${weeks[0]?.map((day) => html`<th scope="col"><abbr title="${weekday(locale, day)}">${narrowWeekday(locale, day)}</abbr></th>`)}</tr></thead>
<tbody>${weeks.map((days) => html`<tr>${days.map(cell)}</tr>`)}</tbody></table>
</nav>`;
}
