// The menu that subscribes a calendar app to the events of a page. All of it but the copy button works without a script.
import type { Given } from '../../core/field.js';
import { type Html, html } from '../html.js';
import { feedUrl, type PageFeed } from './feeds.js';
import type { Resolved } from './filters.js';
import { withQuery } from './links.js';
import type { PageRequest } from './page-request.js';

export interface Subscription {
  readonly feed: PageFeed;
  /** Names of the filters or of the record, beside the name of the site. */
  readonly names: readonly string[];
  /** Dates that the page shows. They limit the downloaded file, not the subscription. */
  readonly dates?: Given;
}

/** The events that match the filters, at any time: a subscription to one month would soon be empty. */
export const subscriptionTo = ({ input, chips }: Resolved): Subscription => ({
  feed: { route: 'events', input },
  names: chips.filter(({ name }) => name !== 'date').map(({ label }) => label),
});

/** The scheme that operating systems open with a calendar app. */
const webcalUrl = (url: string): string => url.replace(/^https?:/, 'webcal:');

/** Outlook takes no `webcal` URL. */
const outlookUrl = (host: string, url: string, name: string): string =>
  withQuery(`https://${host}/calendar/0/addfromweb`, [
    ['url', url],
    ['name', name],
  ]);

/** `target` keeps links that open no page from leaving an empty tab behind an embedded calendar. */
const appLink = (href: string, label: string): Html =>
  html`<li><a href="${href}" target="_self" rel="nofollow">${label}</a></li>`;
export const serviceLink = (href: string, label: string): Html =>
  html`<li><a href="${href}" target="_blank" rel="noopener nofollow">${label}</a></li>`;

export function subscribeMenu(request: PageRequest, { feed, names, dates = {} }: Subscription): Html {
  const { texts, pageSite } = request;
  const url = feedUrl(request, feed, 'ics');
  const name = [pageSite.site.name, ...names].join(' · ');
  return html`<details class="panel menu"><summary>${texts.subscribe}</summary>
<div class="panel-body menu-body">
<p>${texts.subscribeHint}</p>
<ul>
${appLink(webcalUrl(url), texts.calendarApp)}
${serviceLink(withQuery('https://calendar.google.com/calendar/render', [['cid', webcalUrl(url)]]), texts.googleCalendar)}
${serviceLink(outlookUrl('outlook.live.com', url, name), texts.outlook)}
${serviceLink(outlookUrl('outlook.office.com', url, name), texts.microsoft365)}
${serviceLink(feedUrl(request, feed, 'rss'), texts.rss)}
${appLink(feedUrl(request, feed, 'ics', { ...dates, download: 1 }), texts.downloadFile)}
</ul>
<label class="field"><span>${texts.calendarAddress}</span><input class="address" readonly value="${url}"></label>
<p class="copy"><button class="button quiet" type="button" hidden data-copy="${url}">${texts.copyAddress}</button> <span role="status" data-done="${texts.copied}" data-failed="${texts.copyFailed}"></span></p>
</div></details>`;
}
