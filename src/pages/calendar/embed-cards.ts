// Events of the embedded calendar as cards, and the next event alone.
import { type Html, html } from '../html.js';
import { eventHue, isOnNow, picture, placeLine, signs, timeOf } from './components.js';
import { firstDayOf, lastDayOf, lastsDays, longDay, shortDay, shortDayRange } from './date-format.js';
import { states, titleOf } from './event-state.js';
import { recordHref } from './links.js';
import type { PageRequest } from './page-request.js';
import type { ListedEvent } from './records.js';

const title = (request: PageRequest, event: ListedEvent): Html =>
  html`<h2>${signs(request, event)}${states(request, event)}<a href="${recordHref(request, event.url)}">${titleOf(event)}</a></h2>`;

function eventCard(request: PageRequest, event: ListedEvent): Html {
  const first = firstDayOf(event);
  const days = lastsDays(event)
    ? shortDayRange(request.locale, first, lastDayOf(event))
    : shortDay(request.locale, first);
  const place = placeLine(event);
  return html`<li class="event-card ${eventHue(request, event)}">${event.image && html`<div class="event-card-image">${picture(request, event.image, 600)}</div>`}
<p class="event-card-date"><time datetime="${first}">${days}</time></p>
${title(request, event)}
<p class="event-card-time">${timeOf(request, event)}</p>${place && html`<p class="event-card-place">${place}</p>`}</li>`;
}

export const eventCards = (request: PageRequest, events: readonly ListedEvent[]): Html =>
  html`<ul class="event-cards">${events.map((event) => eventCard(request, event))}</ul>`;

/** With a limit, the events after it are below as lines. */
export function nextEvent(request: PageRequest, [event, ...others]: readonly ListedEvent[]): Html {
  if (!event) return html``;
  const first = firstDayOf(event);
  const place = placeLine(event);
  const line = (one: ListedEvent) =>
    html`<li class="${eventHue(request, one)}"><time datetime="${firstDayOf(one)}">${shortDay(request.locale, firstDayOf(one))}</time> <a href="${recordHref(request, one.url)}">${titleOf(one)}</a></li>`;
  return html`<article class="next-event ${eventHue(request, event)}">${event.image && html`<div class="event-card-image">${picture(request, event.image, 600)}</div>`}
<div class="next-event-body"><p class="event-card-date"><time datetime="${first}">${isOnNow(request, event) ? request.texts.onNow : longDay(request.locale, first)}</time></p>
${title(request, event)}
<p class="event-card-time">${timeOf(request, event)}</p>${place && html`<p class="event-card-place">${place}</p>`}</div></article>
${others.length > 0 && html`<ul class="next-lines">${others.map(line)}</ul>`}`;
}
