// One event, or all dates of a series, for an iframe on another site.
import { html } from '../html.js';
import { nextEvent } from './embed-cards.js';
import { cardImage } from './event-card.js';
import type { PageContent } from './frame.js';
import { hrefOf } from './links.js';
import type { PageRequest } from './page-request.js';
import { openRecord } from './queries.js';
import { datesPage } from './series.js';
import { type EventPath, eventAt } from './series-path.js';

type ContentOrRedirect = PageContent | { readonly redirect: string };

/** A redirect stays inside the frame: other pages refuse to be framed. */
const framed = ({ pageSite }: PageRequest, redirect: string) => ({
  redirect: `${pageSite.path}/embed${redirect.slice(pageSite.path.length)}`,
});

export async function embeddedEvent(request: PageRequest, asked: EventPath): Promise<ContentOrRedirect> {
  const found = await eventAt(request, asked);
  if ('redirect' in found) return framed(request, found.redirect);
  const { body: event } = await openRecord(request, 'event', found.row);
  const path = event.url.slice(request.pageSite.site.baseUrl.length);
  return {
    title: event.title,
    main: html`<h1 class="unseen">${event.title}</h1>${nextEvent(request, [event])}
<p class="embed-foot"><a href="${hrefOf(request, '/')}">${request.texts.openCalendar}</a></p>`,
    path,
    json: event.rest_url,
    ...(event.image ? { image: event.image } : { card: cardImage(request, event, path) }),
    noindex: true,
  };
}

export async function embeddedDates(request: PageRequest, slug: string): Promise<ContentOrRedirect> {
  const content = await datesPage(request, slug, '/embed');
  return 'redirect' in content ? framed(request, content.redirect) : { ...content, noindex: true };
}
