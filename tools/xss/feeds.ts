// What other programs read: feeds, HTML of the APIs, oEmbed and mails. They are parsed, opened in the browser, and their HTML is
// shown on a page without a policy.
import ICAL from 'ical.js';
import { feedTypes } from '../../src/core/format.js';
import type { ReceivedMail } from '../../tests/harness/mail-server.js';
import { type Marks, marksIn } from './marks.js';
import type { Filled, Wanted } from './public-views.js';
import type { Answer, Site } from './site.js';
import type { Findings, Watch } from './watch.js';

interface Reading {
  readonly site: Site;
  readonly watch: Watch;
  readonly findings: Findings;
  readonly isWanted: Wanted;
}

/** Elements of XML that no feed has, and the HTML in it. */
const readXml = `(text) => {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const found = [];
  if (document.querySelector('parsererror')) found.push('not well-formed: ' + document.querySelector('parsererror').textContent.slice(0, 300));
  for (const node of document.childNodes) if (node !== document.documentElement) found.push('node before the root: ' + node.nodeName);
  const html = [];
  for (const element of document.querySelectorAll('*')) {
    if (/xhtml|svg|MathML/i.test(element.namespaceURI ?? '') && element.nodeName !== 'xhtml:link') found.push('element: ' + element.outerHTML.slice(0, 300));
    for (const { name } of element.attributes) if (/^(on|xss)/i.test(name)) found.push('attribute: ' + element.outerHTML.slice(0, 300));
    const isHtml = element.nodeName === 'content:encoded' || element.getAttribute('type') === 'html';
    const isDescription = element.nodeName === 'description' && element.parentNode.nodeName === 'item';
    if (isHtml || isDescription) html.push(element.textContent);
  }
  return { found, html };
}`;

/** Shows the HTML of an XML document, and reports what no text may make. */
async function checkXml({ watch, findings }: Reading, view: string, text: string): Promise<void> {
  const { found, html } = await watch.call<{ found: readonly string[]; html: readonly string[] }>(readXml, text);
  findings.seen(view, text, 'parsed');
  for (const what of found) findings.report(view, what);
  await watch.show(`HTML in ${view}`, html);
}

const components = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);

/** Lines that no event has, and the HTML of descriptions. */
async function checkIcs({ watch, findings }: Reading, view: string, text: string): Promise<void> {
  findings.seen(view, text, 'parsed');
  const lines = text.replace(/\r\n[ \t]/g, '').split(/\r\n|[\r\n\u0085\u2028\u2029]/);
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/[:;](.*)/s, 2);
    const isComponent = name !== 'BEGIN' || components.has(value);
    if (/^xss/i.test(name) || !isComponent || /[^A-Z-]/.test(name)) findings.report(view, `line: ${line}`);
  }
  const html: string[] = [];
  const events = new ICAL.Component(ICAL.parse(text) as never).getAllSubcomponents('vevent');
  for (const event of events) html.push(String(event.getFirstPropertyValue('x-alt-desc') ?? ''));
  await watch.show(`HTML in ${view}`, html);
}

/** Each property whose name says that it has HTML. */
function htmlIn(value: unknown, names: ReadonlySet<string>): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && names.has(name) ? [inner] : htmlIn(inner, names),
  );
}

const htmlNames = new Set(['rendered', 'description', 'excerpt', 'content_html', 'caption', 'html']);

async function checkJson({ watch, findings }: Reading, view: string, text: string): Promise<void> {
  findings.seen(view, text, 'parsed');
  await watch.show(`HTML in ${view}`, htmlIn(JSON.parse(text), htmlNames));
}

const range = 'start_date=2026-12-01&end_date=2028-01-01&per_page=100';

async function readFeed(reading: Reading, suffix: string): Promise<void> {
  const { site, watch } = reading;
  const view = `feed ${suffix}`;
  for (let page = 1; page <= 3; page++) {
    const url = `${site.url}/cal/events/v1/events.${suffix}?${range}&html=1&page=${page}`;
    const response = await fetch(url);
    if (!response.ok) return;
    const text = await response.text();
    if (suffix === 'ics') await checkIcs(reading, view, text);
    else if (suffix === 'rss' || suffix === 'atom') await checkXml(reading, view, text);
    // Descriptions of JSON-LD and JSCalendar are plain text.
    else if (suffix === 'jsonfeed') await checkJson(reading, view, text);
    else reading.findings.seen(view, text, 'parsed');
    await watch.open(`${view} in the browser`, url);
  }
}

/** Lists of the APIs whose texts are HTML. */
const apiPaths = [
  ...['events', 'venues', 'organizers', 'categories', 'tags', 'media'].flatMap((path) => [
    `/cal/events/v1/${path}?${range}`,
    `/wp-json/tribe/events/v1/${path}?${range}`,
  ]),
  ...['tribe_events', 'tribe_venue', 'tribe_organizer', 'media', 'tribe_events_cat', 'tags'].map(
    (path) => `/wp-json/wp/v2/${path}?per_page=100`,
  ),
];

export async function readFeeds(reading: Reading): Promise<void> {
  const { site, isWanted, watch } = reading;
  for (const suffix of Object.keys(feedTypes)) if (isWanted('feed')) await readFeed(reading, suffix);
  for (const path of isWanted('api') ? apiPaths : [])
    for (let page = 1; page <= 3; page++) {
      const view = path.includes('/wp/v2/') ? 'api wp/v2' : path.includes('tribe') ? 'api drop-in' : 'api native';
      const response = await fetch(`${site.url}${path}&page=${page}`);
      if (response.ok) await checkJson(reading, view, await response.text());
      if (page === 1) await watch.open(`${view} in the browser`, `${site.url}${path}`);
    }
  if (!isWanted('sitemap')) return;
  const index = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  for (const url of [`${site.url}/sitemap.xml`, ...files]) {
    await checkXml(reading, 'sitemap', await (await fetch(url)).text());
    await watch.open('sitemap in the browser', url);
  }
}

/** The heads of feeds and what other sites embed, with the settings of this payload. */
export async function readHeads(reading: Reading, { least }: Filled, record: number): Promise<void> {
  const { site, isWanted } = reading;
  const text = async (path: string): Promise<string> => (await fetch(site.url + path)).text();
  if (isWanted('feed')) {
    for (const suffix of ['rss', 'atom'])
      await checkXml(reading, `feed ${suffix}`, await text(`/cal/events/v1/events.${suffix}?per_page=1`));
    const event = `/cal/events/v1/events/${least.events?.[record]?.id}.ics`;
    await checkIcs(reading, 'feed ics', await text(event));
    JSON.parse(await text('/manifest.webmanifest'));
  }
  if (!isWanted('oembed')) return;
  const page = encodeURIComponent(site.url + least.events?.[record]?.path);
  for (const agent of ['WordPress/6.8', 'Mozilla/5.0']) {
    const response = await fetch(`${site.url}/oembed?url=${page}`, { headers: { 'user-agent': agent } });
    const body = (await response.json()) as Answer;
    reading.findings.seen('oembed', JSON.stringify(body), 'parsed');
    await reading.watch.show('HTML in oembed', [body.html]);
  }
  await checkXml(reading, 'oembed xml', await text(`/oembed?format=xml&url=${page}`));
}

/** Header fields that a mail may have; a text that begins a line of its own would add another. */
const mailHeaders = new Set(
  'from to subject date message-id mime-version content-type content-transfer-encoding auto-submitted x-auto-response-suppress precedence reply-to'.split(
    ' ',
  ),
);

/** Mails have no HTML part, so that nothing of them is shown as markup. */
export function readMails(
  { findings, marks }: Pick<Reading, 'findings'> & { readonly marks: Marks },
  received: readonly ReceivedMail[],
): void {
  for (const { headers, raw, text } of received) {
    findings.seen('mail', `${text} ${raw}`, 'parsed');
    for (const name of Object.keys(headers)) if (!mailHeaders.has(name)) findings.report('mail', `header: ${name}`);
    if (!/^text\/plain\b/.test(headers['content-type'] ?? ''))
      findings.report('mail', `type: ${headers['content-type']}`);
    // Editors may write their reason in lines.
    for (const [line] of text.matchAll(/^xss.*/gim))
      if (marks.find(marksIn(line)[0] ?? 0)?.field !== 'review.reason') findings.report('mail', `line: ${line}`);
  }
}
