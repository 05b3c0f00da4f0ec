// One event, or all dates of a series, for an iframe on another site.
import { html } from '../html.js';
import { nextEvent } from './embed-cards.js';
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

export async function embeddedEvent(request: PageRequest, path: EventPath): Promise<ContentOrRedirect> {
  const found = await eventAt(request, path);
  if ('redirect' in found) return framed(request, found.redirect);
  const { body: event } = await openRecord(request, 'event', found.row);
  return {
    title: event.title,
    main: html`<h1 class="unseen">${event.title}</h1>${nextEvent(request, [event])}
<p class="embed-foot"><a href="${hrefOf(request, '/')}">${request.texts.openCalendar}</a></p>`,
    path: event.url.slice(request.pageSite.site.baseUrl.length),
    json: event.rest_url,
    image: event.image || undefined,
    noindex: true,
  };
}

export async function embeddedDates(request: PageRequest, slug: string): Promise<ContentOrRedirect> {
  const content = await datesPage(request, slug, '/embed');
  return 'redirect' in content ? framed(request, content.redirect) : { ...content, noindex: true };
}
