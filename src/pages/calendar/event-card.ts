// The card of an event: the picture of its link previews if it has no image. Its texts are those of the page, in its language.
import { createHash } from 'node:crypto';
import { type Card, cardLayout, cardSize } from '../../core/card.js';
import { firstDayOf, hours, hoursOf, lastDayOf, lastsDays, longDay } from './date-format.js';
import { statesOf } from './event-state.js';
import { publicUrl } from './links.js';
import type { PageRequest } from './page-request.js';
import type { ListedEvent } from './records.js';
import { shortZone, showsZone } from './zones.js';

/** Characters that a card may have: the drawing cuts further. */
const maxText = 300;

/** Date and hours as on the page of the event, as plain text. */
function whenText({ locale, pageSite }: PageRequest, event: ListedEvent): string {
  const [first, last] = [firstDayOf(event), lastDayOf(event)];
  const day = (date: string) => longDay(locale, date);
  const zone = !event.all_day && showsZone(event, pageSite.site.zone) ? ` ${shortZone(locale, event)}` : '';
  if (event.all_day) return lastsDays(event) ? `${day(first)} – ${day(last)}` : day(first);
  if (!lastsDays(event)) return `${day(first)}, ${hoursOf(locale, event)}${zone}`;
  const { start_date, end_date } = event;
  return `${day(first)}, ${hours(locale, start_date)} – ${day(end_date.slice(0, 10))}, ${hours(locale, end_date)}${zone}`;
}

/** A preview of a cancelled event must say so. */
export function cardOf(request: PageRequest, event: ListedEvent): Card {
  const { site } = request.pageSite;
  const labels = statesOf(request, event).map(([, label]) => label);
  const digits = event.start_date.slice(0, event.all_day ? 10 : 16);
  return {
    title: event.title.slice(0, maxText),
    when: [[...labels, whenText(request, event)].join(' · '), digits],
    site: site.name.slice(0, maxText),
    accent: site.accent,
  };
}

/** Part of the URL, so that the picture of a URL never changes. */
export const cardVersion = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([cardLayout, card]))
    .digest('base64url')
    .slice(0, 22);

export interface PreviewImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** `path` is that of the page of the event, with a slash at its end. */
export const cardImage = (request: PageRequest, event: ListedEvent, path: string): PreviewImage => ({
  url: publicUrl(request, `${path}card/${cardVersion(cardOf(request, event))}.png`, []),
  ...cardSize,
});
