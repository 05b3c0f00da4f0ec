// What visitors see: pages, search, the embedded calendar, the form, and errors.
import type { Marks } from './marks.js';
import type { Records, Stored } from './records.js';
import type { Site } from './site.js';
import { dayFor } from './texts.js';
import { faultyForm, type Submitted } from './visitors.js';
import type { Watch } from './watch.js';

export interface Filled {
  readonly least: Records;
  readonly administrator: Records;
  readonly series: Records;
  readonly users: readonly Stored[];
  readonly imports: readonly Stored[];
  readonly subscriptions: readonly Stored[];
  readonly webhook: Stored;
  readonly submitted: Submitted;
}

export type Wanted = (view: string) => boolean;

interface Looking {
  readonly site: Site;
  readonly marks: Marks;
  readonly filled: Filled;
  readonly watch: Watch;
  readonly isWanted: Wanted;
}

const at = (records: Records, resource: string, record: number): string => records[resource]?.[record]?.path ?? '/';

/** The addresses that show this payload, with their views. */
function addresses({ marks, filled }: Looking, record: number): readonly (readonly [view: string, path: string])[] {
  const { least, administrator, series, submitted } = filled;
  const sent = (field: string) => encodeURIComponent(marks.short(`query.${field}`, record));
  const event = at(least, 'events', record);
  const both = (resource: string, view: string) =>
    [least, administrator].map((records) => [view, at(records, resource, record)] as const);
  const french = (resource: string, view: string) => [view, `${at(least, resource, record)}?lang=fr`] as const;
  return [
    ['home', '/'],
    ...both('events', 'event'),
    ...both('venues', 'venue'),
    ...both('organizers', 'organizer'),
    ...both('categories', 'category'),
    ...both('tags', 'tag'),
    french('events', 'event in French'),
    french('venues', 'venue in French'),
    french('organizers', 'organizer in French'),
    french('categories', 'category in French'),
    french('tags', 'tag in French'),
    ['date of a series', at(series, 'dates', record)],
    ['series', at(series, 'series', record)],
    ['day', `/calendar/day/${dayFor(record)}`],
    ['search', `/calendar/list?search=${sent('search')}`],
    ['search', `/calendar/month/2027-01?search=${sent('search')}&city=${sent('city')}`],
    ['filters', `/calendar/list?category=${sent('category')}&tag=${sent('tag')}`],
    ['filters', `/calendar/places?venue=${sent('venue')}&near=${sent('near')}&date=${sent('date')}`],
    ['error', `/no/such/${sent('path')}`],
    ['error', `/event/${sent('slug')}/?lang=${sent('lang')}`],
    ['error', `/calendar/day/${sent('day')}`],
    ['embed', `/embed?search=${sent('search')}&title=${sent('title')}`],
    ['embed', `/embed?accent=${sent('accent')}&font=${sent('font')}&theme=${sent('theme')}`],
    ['embedded event', `/embed${event}`],
    ['embedded event', `/embed${at(series, 'series', record)}`],
    ['submission form', '/submit/'],
    ['submission sent', '/submit/sent'],
    ...(submitted.confirmPaths[record] ? [['submission confirm', submitted.confirmPaths[record]] as const] : []),
    ['documentation', `/docs?q=${sent('docs')}`],
  ];
}

/** Reads pages with their views, and parses them. */
async function parse({ site, watch }: Looking, pages: readonly (readonly [string, string])[]): Promise<void> {
  const read = async ([view, path]: readonly [string, string]) => ({
    view,
    text: await (await fetch(site.url + path, { headers: { accept: 'text/html' } })).text(),
  });
  await watch.parse(await Promise.all(pages.map(read)));
}

export async function parsePayload(looking: Looking, record: number): Promise<void> {
  const { site, marks, watch, isWanted } = looking;
  await parse(
    looking,
    // The documentation is long, and has only the name of the site.
    addresses(looking, record).filter(([view]) => isWanted(view) && view !== 'documentation'),
  );
  const view = 'form with faults';
  if (!isWanted(view)) return;
  const { text } = await site.submit('/submit/', faultyForm(marks, record), '10.2.0.1');
  await watch.parse([{ view, text }]);
}

export async function openPayload(looking: Looking, record: number): Promise<void> {
  const { site, marks, filled, watch, isWanted } = looking;
  for (const [view, path] of addresses(looking, record)) if (isWanted(view)) await watch.open(view, site.url + path);
  if (isWanted('print')) {
    await watch.page.emulateMedia({ media: 'print' });
    await watch.open('print', site.url + at(filled.least, 'events', record));
    await watch.page.emulateMedia({ media: 'screen' });
  }
  if (!isWanted('form with faults')) return;
  const sent = watch.page.waitForURL(`${site.url}/submit/`);
  await watch.call(sendForm, { action: `${site.url}/submit/`, fields: faultyForm(marks, record) });
  await sent;
  await watch.look('form with faults');
}

/** A form of another site, which leads to ours. */
const sendForm = `({ action, fields }) => {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action });
  for (const [name, value] of Object.entries(fields)) {
    const area = document.createElement('textarea');
    Object.assign(area, { name, value });
    form.append(area);
  }
  document.body.append(form);
  form.submit();
}`;

const months = ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07'];

/** Lists, which show many payloads at once: each is parsed, and some are opened. */
export async function lookAtLists(looking: Looking): Promise<void> {
  const { site, marks, watch, isWanted } = looking;
  const { page } = watch;
  const weeks = Array.from({ length: Math.ceil(marks.records / 7) }, (_, week) => dayFor(week * 7));
  const numbers = Array.from({ length: 12 }, (_, number) => number + 1);
  const lists = ['en', 'fr']
    .flatMap((lang) => [
      ...months.map((month) => ['month', `/calendar/month/${month}?lang=${lang}`] as const),
      ...numbers.map((number) => ['list', `/calendar/list?page=${number}&lang=${lang}`] as const),
      ...weeks.map((day) => ['week', `/calendar/week/${day}?lang=${lang}`] as const),
    ])
    .filter(([view]) => isWanted(view));
  for (const one of lists) await parse(looking, [one]);
  for (const [view, path] of lists.filter((_, number) => number % 4 === 0)) await watch.open(view, site.url + path);
  for (let number = 1; isWanted('places') && number <= 3; number++) {
    await watch.open('places', `${site.url}/calendar/places?page=${number}`);
    const button = page.locator('[data-map] button').first();
    if (!(await button.isVisible())) continue;
    await button.click();
    await page.locator('.leaflet-marker-icon').first().waitFor();
    for (const pin of (await page.locator('.leaflet-marker-icon').all()).slice(0, 5)) await pin.dispatchEvent('click');
    await watch.look('places');
  }
  if (!isWanted('embed script')) return;
  const script = `<script src="${site.url}/embed.js" data-view="list" data-limit="50"></script>`;
  await page.goto(`${site.other.url}/host?embed`);
  await page.setContent(`<!doctype html><body>${script}`, { waitUntil: 'networkidle' });
  await watch.look('embed script');
}
