// Whether an event takes place and how it can be attended, as labels on pages.
import { toWall } from '../../core/time/zone.js';
import { type Html, html, type Part } from '../html.js';
import { hours, longDay } from './date-format.js';
import type { PageRequest } from './page-request.js';
import type { EventBody, ListedEvent } from './records.js';

type State = Pick<ListedEvent, 'event_status' | 'attendance'>;

/** Name of the style, and the label. Events that take place as announced and at their venue have none. */
export const statesOf = ({ texts }: PageRequest, event: State): readonly (readonly [string, string])[] => [
  ...(event.event_status === 'scheduled'
    ? []
    : [[event.event_status, texts.eventStatuses[event.event_status]] as const]),
  ...(event.attendance === 'in_person' ? [] : [[event.attendance, texts.attendances[event.attendance]] as const]),
];

export const isCancelled = ({ event_status }: State): boolean => event_status === 'cancelled';

/** Visible labels. */
export const states = (request: PageRequest, event: State): readonly Html[] =>
  statesOf(request, event).map(([name, label]) => html`<span class="state is-${name}">${label}</span> `);

/** The labels before a title in small spaces. How to attend is for screen readers and the tooltip only; whether the event takes
 * place is visible. */
export const leadingStates = (request: PageRequest, event: State): readonly Html[] =>
  statesOf(request, event).map(
    ([name, label]) =>
      html`<span class="${name === event.event_status ? 'lead-state' : 'unseen'}">${label}${request.texts.colon}</span>`,
  );

/** A cancelled title is struck through. Screen readers ignore that, so a label always comes with it. */
export const titleOf = (event: State & Pick<ListedEvent, 'title'>): Part =>
  isCancelled(event) ? html`<s>${event.title}</s>` : event.title;

/** When the link to the online event will be shown; undefined if it is shown already, or there is none. */
export function onlineLinkFrom({ texts, locale, call }: PageRequest, event: EventBody): string | undefined {
  const { online_url_from: from, attendance, timezone } = event;
  const isAwaited = attendance !== 'in_person' && from > toWall(call.now, timezone);
  return isAwaited ? texts.onlineLinkFrom(`${longDay(locale, from.slice(0, 10))}, ${hours(locale, from)}`) : undefined;
}
