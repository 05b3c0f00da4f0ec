// Components of several pages: event cards, agendas, active filters, paging and steps.
import { plainText } from '../../core/text/html.js';
import { type Html, html, type Part } from '../html.js';
import { hueClass } from '../style.js';
import { firstDayOf, hours, hoursOf, lastDayOf, lastsDays, monthName, shortDay, weekday } from './date-format.js';
import { type Day, isWithin } from './days.js';
import { states, titleOf } from './event-state.js';
import { type Chip, type Filters, noFilters, type Pair } from './filters.js';
import { localHref, recordHref, viewHref } from './links.js';
import type { PageRequest } from './page-request.js';
import type { Listed } from './queries.js';
import { type ImageBody, isProtected, type ListedEvent, type TermInside, type VenueBody, venuesOf } from './records.js';
import { isOnline, shortZone, showsZone } from './zones.js';

/** Consecutive ids get distant hues. */
const hues = 12;

/** A colour of its own, else one of the site, else a hue by id. */
export function hueOf({ pageSite }: PageRequest, { id, color }: Pick<TermInside, 'id' | 'color'>): string {
  const { categoryColors } = pageSite.site;
  const shown = color || categoryColors[id % categoryColors.length];
  return shown ? hueClass(shown) : `hue-${(id * 5) % hues}`;
}

/** The category with the lowest id, so that its colour is the same in every language; first one with its own colour. */
export function eventHue(request: PageRequest, { categories }: Pick<ListedEvent, 'categories'>): string {
  const [first] = categories.toSorted((a, b) => Number(!a.color) - Number(!b.color) || a.id - b.id);
  return first ? hueOf(request, first) : 'hue-none';
}

export const isOver = ({ call }: PageRequest, { utc_end_date }: Pick<ListedEvent, 'utc_end_date'>): boolean =>
  utc_end_date < call.now;

const signNames = ({ texts }: PageRequest, event: Pick<ListedEvent, 'featured' | 'sticky'>) =>
  [
    ['star', texts.featured, event.featured],
    ['pin', texts.pinned, event.sticky],
    ['lock', texts.protectedEvent, isProtected(event)],
  ] as const;

/** Icons of an event, each with a label for screen readers. */
export const signs = (request: PageRequest, event: Pick<ListedEvent, 'featured' | 'sticky'>): readonly Html[] =>
  signNames(request, event).flatMap(([name, label, holds]) =>
    holds ? [html`<span class="sign ${name}" title="${label}"><span class="unseen">${label}</span></span> `] : [],
  );

/** A lock with a visible label. Featured and pinned say where an event is listed, which means nothing on its own page. */
export const protectedBadge = ({ texts }: PageRequest, event: Pick<ListedEvent, 'featured'>): Html | false =>
  isProtected(event) &&
  html`<span class="badge"><span class="sign lock" aria-hidden="true"></span> ${texts.protectedEvent}</span> `;

/** The name of the time zone, for online events and where it is not the site's. */
export const zoneMark = ({ pageSite, locale }: PageRequest, event: ListedEvent): Html | false =>
  showsZone(event, pageSite.site.zone) && html` <span class="zone">${shortZone(locale, event)}</span>`;

/** The script converts the range to the visitor's time zone: at once for online events, else on request. */
export const ownTime = (event: ListedEvent, mode: 'show' | 'ask'): Html =>
  html` data-end="${event.end}" data-yours="${mode}"`;

/** The hours in the event's time zone. */
export function timeOf(request: PageRequest, event: ListedEvent): Html {
  const { texts, locale } = request;
  const long = lastsDays(event);
  if (event.all_day) {
    const until = long && html` <span class="until">${texts.untilDay(shortDay(locale, lastDayOf(event)))}</span>`;
    return html`<time datetime="${firstDayOf(event)}">${texts.allDay}</time>${until}`;
  }
  const text = long
    ? `${hours(locale, event.start_date)} – ${shortDay(locale, event.end_date.slice(0, 10))}, ${hours(locale, event.end_date)}`
    : hoursOf(locale, event);
  return html`<time datetime="${event.start}"${isOnline(event) && ownTime(event, 'show')}>${text}</time>${zoneMark(request, event)}`;
}

export const addressLine = (venue: VenueBody): string =>
  [venue.address, [venue.zip, venue.city].filter(Boolean).join(' '), venue.stateprovince, venue.country]
    .filter(Boolean)
    .join(', ');

export const placeLine = (event: ListedEvent): string => {
  const [venue] = venuesOf(event);
  return venue ? [venue.venue, venue.city].filter(Boolean).join(', ') : '';
};

/** The smallest image size that has at least this width in pixels. */
export function picture(request: PageRequest, image: ImageBody, width: number, alt = ''): Html {
  const variants = [...Object.values(image.sizes ?? {}), image].sort((a, b) => a.width - b.width);
  const fit = variants.find((variant) => variant.width >= width) ?? image;
  return html`<img src="${localHref(request, fit.url)}" width="${fit.width}" height="${fit.height}" alt="${alt}" loading="lazy" decoding="async">`;
}

export const termChip = (request: PageRequest, term: TermInside, kind: 'category' | 'tag'): Html =>
  html`<li><a class="chip ${kind === 'category' && hueOf(request, term)}" href="${viewHref(request, { ...noFilters, [kind]: [term.slug] }, '/calendar/list')}">${term.name}</a></li>`;

/** The API writes a cost of zero in English. */
export const costText = ({ texts }: PageRequest, cost: string): string => cost.replace(/^Free(?=$| – )/, texts.free);

/** A heading of level 2, 3 or 4, by where the list is on its page. */
const heading = (level: number, attributes: string, content: Part): Html =>
  level === 2
    ? html`<h2 class="${attributes}">${content}</h2>`
    : level === 3
      ? html`<h3 class="${attributes}">${content}</h3>`
      : html`<h4 class="${attributes}">${content}</h4>`;

export function card(request: PageRequest, event: ListedEvent, level: number, classes: readonly string[] = []): Html {
  const { texts } = request;
  const place = placeLine(event);
  const about = plainText(event.excerpt);
  const names = event.categories.map(({ name }) => name).join(' · ');
  const facts = [
    costText(request, event.cost),
    event.distance !== undefined && texts.distance(Math.round(event.distance * 10) / 10),
  ];
  return html`<li class="card ${eventHue(request, event)}${event.featured && ' is-featured'}${isOver(request, event) && ' is-over'}${classes.map((name) => ` ${name}`)}">
<p class="card-time">${timeOf(request, event)}</p>
<div class="card-body">
${heading(level, 'card-title', html`${signs(request, event)}${states(request, event)}<a href="${recordHref(request, event.url)}">${titleOf(event)}</a>`)}
${place && html`<p class="card-place">${place}</p>`}
${about && html`<p class="card-about">${about}</p>`}
<p class="card-facts">${names && html`<span class="kind">${names}</span>`}${facts.map((fact) => fact && html`<span>${fact}</span>`)}${isProtected(event) && html`<span>${texts.protectedEvent}</span>`}</p>
</div>
${event.image && html`<div class="card-image">${picture(request, event.image, 300)}</div>`}
</li>`;
}

export const isOnNow = ({ call }: PageRequest, { utc_start_date, utc_end_date }: ListedEvent): boolean =>
  utc_start_date <= call.now && call.now <= utc_end_date;

const dayOrNow = (request: PageRequest, event: ListedEvent): string =>
  firstDayOf(event) < request.today && isOnNow(request, event)
    ? request.texts.onNow
    : shortDay(request.locale, firstDayOf(event));

/** Events as lines with their date; those that began on an earlier day are on now. */
export const eventLines = (request: PageRequest, events: readonly ListedEvent[]): Html =>
  html`<ul class="lines">${events.map(
    (event) =>
      html`<li><time datetime="${firstDayOf(event)}">${dayOrNow(request, event)}</time> <span>${states(request, event)}<a href="${recordHref(request, event.url)}">${titleOf(event)}</a></span></li>`,
  )}</ul>`;

interface Group {
  readonly key: string;
  readonly title: Html;
  readonly events: readonly ListedEvent[];
}

const dateTitle = ({ locale }: PageRequest, day: Day): Html =>
  html`<time datetime="${day}"><span class="date-number">${Number(day.slice(8))}</span> <span class="date-words"><span class="date-weekday">${weekday(locale, day)}</span> <span class="date-month">${monthName(locale, day)}</span></span></time>`;

/** Events by day; events that started before the requested day come first, under their own heading. */
function groupsOf(request: PageRequest, events: readonly ListedEvent[], since: Day | undefined): readonly Group[] {
  const { texts, today } = request;
  const labels: Readonly<Record<string, string>> = { now: texts.onNow, earlier: texts.startedEarlier };
  const groupNameOf = (event: ListedEvent) => {
    const day = firstDayOf(event);
    if (!since || day >= since) return day;
    if (since !== today) return 'earlier';
    // In its own time zone an event may start yesterday and still be in the future here.
    return isOnNow(request, event) ? 'now' : day;
  };
  const keys = [...new Set(events.map(groupNameOf))];
  return keys.map((key) => ({
    key,
    title: labels[key]
      ? html`<span class="date-words"><span class="date-weekday">${labels[key]}</span></span>`
      : dateTitle(request, key),
    events: events.filter((event) => groupNameOf(event) === key),
  }));
}

export const agenda = (request: PageRequest, events: readonly ListedEvent[], level: number, since?: Day): Html =>
  html`<div class="agenda">${groupsOf(request, events, since).map(
    ({ key, title, events: group }) => html`<section class="agenda-day${key === request.today && ' is-today'}">
${heading(level, 'agenda-date', title)}
<ol class="cards">${group.map((event) => card(request, event, level + 1))}</ol>
</section>`,
  )}</div>`;

export const emptyNote = (
  title: string,
  about: string,
  action?: { readonly href: string; readonly label: string },
): Html =>
  html`<div class="empty"><span class="empty-mark" aria-hidden="true"></span><p class="empty-title">${title}</p><p>${about}</p>${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}</div>`;

export function chipsOf(request: PageRequest, chips: readonly Chip[], hrefOf: (rest: Filters) => string): Html | false {
  const { texts } = request;
  if (chips.length === 0) return false;
  return html`<ul class="active" aria-label="${texts.activeFilters}">${chips.map(
    ({ label, rest }) =>
      html`<li><a class="chip removable" href="${hrefOf(rest)}" aria-label="${texts.removeFilter(label)}">${label}</a></li>`,
  )}${chips.length > 1 && html`<li><a class="chip clear" href="${hrefOf(noFilters)}">${texts.clearFilters}</a></li>`}</ul>`;
}

export interface Paging {
  readonly page: number;
  readonly listed: Pick<Listed<unknown>, 'pages'>;
  readonly href: (pairs: readonly Pair[]) => string;
}

export const pageHref = ({ page, listed, href }: Paging, step: number): string | undefined => {
  const to = page + step;
  return to < 1 || to > listed.pages ? undefined : href(to > 1 ? [['page', String(to)]] : []);
};

export function pager(request: PageRequest, paging: Paging): Html | false {
  const { texts } = request;
  const [previous, next] = [pageHref(paging, -1), pageHref(paging, 1)];
  if (!previous && !next) return false;
  return html`<nav class="pager" aria-label="${texts.pages}">${
    previous ? html`<a rel="prev" target="_self" href="${previous}">← ${texts.previous}</a>` : html`<span></span>`
  }<span>${texts.pageOf(paging.page, paging.listed.pages)}</span>${
    next ? html`<a rel="next" target="_self" href="${next}">${texts.next} →</a>` : html`<span></span>`
  }</nav>`;
}

export interface Step {
  readonly href: string;
  readonly label: string;
}

export interface Steps {
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
  readonly today: string;
}

/** A link to another day, undefined outside the calendar's years. */
export const stepTo = (day: Day, href: string, label: string): Step | undefined =>
  isWithin(day) ? { href, label } : undefined;

/** `target=_self` keeps these links inside an embedded frame. */
export function stepper({ texts }: PageRequest, { previous, next, today }: Steps): Html {
  const arrow = (step: Step | undefined, name: 'prev' | 'next', sign: string) =>
    step &&
    html`<a class="step" rel="${name}" target="_self" href="${step.href}" aria-label="${step.label}" title="${step.label}"><span aria-hidden="true">${sign}</span></a>`;
  return html`<div class="stepper">${arrow(previous, 'prev', '‹')}<a class="step today" target="_self" href="${today}">${texts.today}</a>${arrow(next, 'next', '›')}</div>`;
}
