// Reading a site of The Events Calendar: every record once, with its references, whatever the site does meanwhile.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Given } from '../src/core/field.js';
import type { Warning } from '../src/imports/incoming.js';
import { type ClientTools, openSite, type SiteLimits, SiteUnreadable } from '../src/imports/tec/client.js';
import { defaultTecOptions, type TecOptions } from '../src/imports/tec/options.js';
import type { TecIncoming, TecPage } from '../src/imports/tec/page.js';
import { readOldSite } from '../src/imports/tec/read.js';
import { type Options, openGuardedClient } from '../src/net/fetch.js';
import type { HostileMode } from './harness/old-site/hostile.js';
import { type OldSite, oldCredentials, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { oddTitles } from './harness/old-site/texts.js';

interface Reading extends Partial<TecOptions> {
  readonly from?: Given;
  readonly limits?: Partial<SiteLimits>;
  readonly tools?: Partial<ClientTools>;
  readonly reach?: Options;
  /** Stops after this many pages. */
  readonly pages?: number;
}

/** Pauses take no time. */
const noPause = async (): Promise<void> => undefined;
const loopback: Options = { allow: (address) => address === '127.0.0.1' };

async function read(site: OldSite, { from = {}, limits, tools, reach = loopback, pages, ...options }: Reading = {}) {
  const { administrator } = oldCredentials;
  const all: TecOptions = { ...defaultTecOptions, site: site.url, rate: 1_000_000, ...options };
  const request = openGuardedClient(4, reach).request;
  const { client } = await openSite(all, { request, sleep: noPause, ...(limits && { limits }), ...tools });
  const found: TecPage[] = [];
  for await (const page of readOldSite(client, all, { now: oldSiteNow })(from)) {
    found.push(page);
    if (found.length === pages) break;
  }
  const records = found.flatMap((page) => page.records);
  return { pages: found, records, warnings: found.flatMap((page) => page.warnings), user: administrator.user };
}

const admin = { user: oldCredentials.administrator.user, password: oldCredentials.administrator.password };
const of = (records: readonly TecIncoming[], resource: string) => records.filter((one) => one.resource === resource);
const ids = (records: readonly TecIncoming[]) => records.map(({ externalId }) => externalId);
const kindsOf = (warnings: readonly Warning[]) => new Set(warnings.map(({ kind }) => kind));
const byId = (records: readonly TecIncoming[], externalId: string) =>
  records.find((record) => record.externalId === externalId) as TecIncoming;

let site: OldSite;
beforeAll(async () => {
  site = await startOldSite({ events: 200 });
});
afterAll(() => site.stop());

const readings = new Map<string, ReturnType<typeof read>>();

/** The whole site, read once for all tests with these options: nothing changes it. */
function readOnce(options: Reading = {}): ReturnType<typeof read> {
  const key = JSON.stringify(options);
  const reading = readings.get(key) ?? read(site, options);
  readings.set(key, reading);
  return reading;
}

describe('a quiet site', () => {
  test('gives every public record once, and hidden events too', async () => {
    const { records } = await readOnce();
    const { events, venues, organizers, categories, tags, media } = site.data;
    expect(new Set(ids(records)).size).toBe(records.length);
    const isPublic = ({ status }: { readonly status: string }) => status === 'publish';
    expect(of(records, 'tag')).toHaveLength(tags.length);
    expect(of(records, 'category')).toHaveLength(categories.length);
    expect(of(records, 'venue')).toHaveLength(venues.filter(isPublic).length);
    expect(of(records, 'organizer')).toHaveLength(organizers.length);
    expect(of(records, 'media')).toHaveLength(media.length);
    const isReadable = ({ hidden, password }: (typeof events)[number]) => !(hidden && password);
    const single = events.filter((event) => isPublic(event) && event.date === undefined && isReadable(event));
    const found = of(records, 'event').filter(({ externalId }) => externalId.startsWith('event:'));
    expect(ids(found).toSorted()).toEqual(single.map(({ id }) => `event:${id}`).toSorted());
    expect(single.some(({ hidden }) => hidden)).toBe(true);
  });

  test('gives all statuses with credentials of an administrator, and those that another role may read', async () => {
    const statusesOf = (records: readonly TecIncoming[]) =>
      [...new Set(of(records, 'event').map(({ fields }) => fields.status))].toSorted();
    expect(statusesOf((await readOnce(admin)).records)).toEqual([
      'draft',
      'future',
      'pending',
      'private',
      'publish',
      'trash',
    ]);
    const { user, password } = oldCredentials.contributor;
    const others = statusesOf((await read(site, { user, password })).records);
    expect(others).toContain('publish');
    expect(others).not.toContain('private');
  });

  test('comes in an order in which references are known', async () => {
    const { records } = await readOnce(admin);
    const seen = new Set<string>();
    for (const { externalId, references = {} } of records) {
      for (const reference of Object.values(references).flat()) expect(seen, externalId).toContain(reference);
      seen.add(externalId);
    }
  });

  test('has decoded titles, slugs as they were, old paths, authors and images', async () => {
    const { records } = await readOnce();
    const event = site.data.events.find(({ title, status }) => title === 'Taiz&eacute; Prayer' && status === 'publish');
    const record = byId(records, `event:${event?.id}`);
    expect(record).toMatchObject({
      id: event?.id,
      author: `user:${event?.author}`,
      paths: [`/event/${event?.slug}/`],
      fields: { title: 'Taizé Prayer', slug: event?.slug, start_date: event?.start, timezone: event?.zone },
      stored: { modified_utc: event?.modifiedUtc },
    });
    const titles = new Set(records.map(({ fields }) => fields.title));
    expect(oddTitles.filter(([, meant]) => !titles.has(meant))).toEqual([]);
    const pictured = site.data.events.find(({ image, status, password }) => image && status === 'publish' && !password);
    expect(byId(records, `event:${pictured?.id}`).image).toBe(`media:${pictured?.image}`);
    const [file] = site.data.media;
    expect(byId(records, `media:${file?.id}`)).toMatchObject({
      initial: { file: `${site.url}/wp-content/uploads/${file?.file.path}` },
    });
    expect(byId(records, `media:${file?.id}`).paths).toContain(`/wp-content/uploads/${file?.sizes.medium?.path}`);
  });

  test('reports wrong times in UTC, fixed zones, tickets, removed markup and protected events by their address', async () => {
    const wrong = await startOldSite({ events: 200 });
    const odd = wrong.data.events.find(({ status, hidden, date }) => status === 'publish' && !hidden && !date);
    if (odd) odd.utcStart = '2026-01-01 03:04:05';
    const { warnings } = await read(wrong);
    await wrong.stop();
    const kinds = kindsOf(warnings);
    for (const kind of ['wrong UTC time', 'fixed time zone', 'tickets', 'markup removed', 'protected event'])
      expect(kinds).toContain(kind);
    const places = warnings.filter(({ kind }) => kind === 'wrong UTC time').map(({ place }) => place);
    expect(places).toContain(`${wrong.url}/event/${odd?.slug}/`);
  });

  test('keeps protected events protected, also with credentials that could read them', async () => {
    for (const options of [{}, admin]) {
      const { records } = await readOnce(options);
      const secret = site.data.events.filter(
        ({ password, status, hidden }) => password && status === 'publish' && !hidden,
      );
      expect(secret.length).toBeGreaterThan(0);
      for (const { id } of secret) {
        const { ifEmpty, fields } = byId(records, `event:${id}`);
        expect(String(ifEmpty?.password).length).toBeGreaterThan(20);
        expect(fields).not.toHaveProperty('description');
      }
    }
  });

  test('is read politely: only GET, with a name, and no more requests at a time than allowed', async () => {
    const polite = await startOldSite({ events: 200 });
    const moments: number[] = [];
    let now = 0;
    const tools = {
      clock: () => now,
      sleep: async (milliseconds: number) => {
        moments.push(milliseconds);
        now += milliseconds;
      },
    };
    await read(polite, { concurrency: 2, rate: 4, tools });
    await polite.stop();
    expect(new Set(polite.requests.map(({ method, agent }) => `${method} ${agent}`))).toEqual(
      new Set(['GET Almanac import']),
    );
    expect(polite.peak()).toBeLessThanOrEqual(2);
    // The clock only moves while the client waits: at four requests per second.
    expect(now).toBeGreaterThanOrEqual((polite.requests.length - 1) * 250 - 250);
  });

  test('goes on from any position with the same records', async () => {
    const whole = await readOnce();
    const key = (record: TecIncoming) => JSON.stringify([record.externalId, record.fields, record.partIds]);
    const all = new Set(whole.records.map(key));
    for (const at of [0, 3, 8, whole.pages.length - 2]) {
      const from = whole.pages[at]?.position ?? {};
      const rest = await read(site, { from });
      const before = whole.pages.slice(0, at + 1).flatMap((page) => page.records);
      expect(new Set([...before, ...rest.records].map(key))).toEqual(all);
    }
  });

  test('can be limited to some resources, to later events and to a number of events', async () => {
    const some = await read(site, { only: ['tag', 'venue'] });
    expect(new Set(some.records.map(({ resource }) => resource))).toEqual(new Set(['tag', 'venue']));
    const later = await read(site, { only: ['event'], since: '2027-01-01' });
    const starts = of(later.records, 'event').map(({ fields }) => String(fields.start_date));
    expect(starts.length).toBeGreaterThan(0);
    expect(starts.filter((start) => start < '2027-01-01')).toEqual([]);
    const few = await read(site, { only: ['event'], limit: 7 });
    expect(few.records.flatMap(({ partIds }) => partIds ?? [0])).toHaveLength(7);
  });
});

describe('series', () => {
  const seriesOf = (records: readonly TecIncoming[]) =>
    records.filter(({ externalId }) => externalId.startsWith('series:'));

  test('have exactly the dates of the site, with their IDs', async () => {
    const { records } = await readOnce();
    const slugs = new Set(site.data.events.flatMap(({ date, slug }) => (date ? [slug] : [])));
    expect(seriesOf(records)).toHaveLength(slugs.size);
    for (const { fields, partIds, paths } of seriesOf(records)) {
      const dates = site.data.events
        .filter(({ date, slug }) => date && slug === fields.slug)
        .toSorted((a, b) => (a.start < b.start ? -1 : 1));
      const { dates: others } = fields.recurrence as { dates: readonly string[] };
      expect([fields.start_date, ...others]).toEqual(dates.map(({ start }) => start));
      expect(partIds).toEqual(dates.map(({ id }) => id));
      expect(paths).toEqual([`/event/${fields.slug}/`]);
    }
  });

  test('get the rule that gives their dates if asked for, told or not, and the report names it', async () => {
    const big = await startOldSite({ events: 600 });
    const ruled = await read(big, { series: 'rules' });
    await big.stop();
    const ruleOf = (records: readonly TecIncoming[], slug: string) =>
      (byId(records, `series:${slug}`).fields.recurrence as { rule?: string; except?: readonly string[] }) ?? {};
    expect(ruleOf(ruled.records, 'series-tuesday-choir').rule).toBe('FREQ=WEEKLY;COUNT=20');
    expect(ruleOf(ruled.records, 'series-story-hour')).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=24' });
    expect(ruleOf(ruled.records, 'series-story-hour').except).toHaveLength(1);
    const notes = ruled.warnings.filter(({ kind }) => kind === 'rule of a series').map(({ text }) => text);
    expect(notes).toContain('20 dates are FREQ=WEEKLY;COUNT=20.');
    expect(notes).toContain('5 dates, no rule fits.');
  });

  test('have the ID of their post, and never one of a date, whatever the site says', async () => {
    const masters = new Map(site.data.series.map(({ slug, id }) => [slug, id]));
    const plain = await startOldSite({ events: 200, hasTecV1: false });
    for (const one of [site, plain])
      for (const { id, fields } of seriesOf((await read(one)).records))
        expect(id).toBe(masters.get(String(fields.slug)));
    const [first] = plain.data.series;
    const date = plain.data.events.find(({ slug }) => slug === first?.slug);
    // As older versions of the plugin, whose first date is the post of the series.
    for (const id of [date?.id, 10_900_000]) {
      plain.data.series.splice(0, 1, { ...first, id } as never);
      const { records, warnings } = await read(plain);
      expect(byId(records, `series:${first?.slug}`)).not.toHaveProperty('id');
      expect(warnings.filter(({ kind }) => kind === 'ID of a series unknown')).toHaveLength(1);
    }
    await plain.stop();
  });

  test('go on without an end if the site tells so, and only if their last date is ahead', async () => {
    const telling = await startOldSite({ events: 600 });
    for (const [at, one] of telling.data.series.entries())
      telling.data.series[at] = { ...one, rules: one.rules.replace('"limit_type":"count"', '"limit_type":"never"') };
    const { records } = await read(telling, { series: 'rules' });
    await telling.stop();
    const now = new Date().toISOString().slice(0, 10);
    for (const { fields } of seriesOf(records).filter((one) => one.fields.slug !== 'series-open-studio')) {
      const dates = telling.data.events.filter(({ date, slug }) => date && slug === fields.slug);
      const isAhead = dates.some(({ start }) => start.slice(0, 10) > now);
      const { rule = '' } = fields.recurrence as { rule?: string };
      expect([fields.slug, !rule.includes('COUNT')]).toEqual([fields.slug, isAhead && rule !== '']);
    }
  });
});

describe('a difficult site', () => {
  const difficult = async <Result>(mode: HostileMode, use: (spoiled: OldSite) => Promise<Result>, path?: RegExp) => {
    const spoiled = await startOldSite({ events: 200, hostile: { mode, ...(path && { path }) } });
    try {
      return await use(spoiled);
    } finally {
      await spoiled.stop();
    }
  };
  const events = /v1\/events\?/;

  test.each<[HostileMode, RegExp, string]>([
    ['html', /\/wp-json/, 'web page instead of JSON'],
    ['html', events, 'web page instead of JSON'],
    ['broken', events, 'broken JSON'],
    ['deep', events, 'something else than a list'],
    ['redirect', /\/wp-json/, 'cannot be fetched'],
    ['redirect', events, 'cannot be fetched'],
    ['endless', events, 'larger than'],
    ['silent', events, 'took too long'],
    ['slow', events, 'took too long'],
  ])('that answers %s at %s is refused with the reason and the address', async (mode, path, reason) => {
    const limits = { maxBytes: 2_000_000, seconds: mode === 'silent' || mode === 'slow' ? 0.5 : 30, maxAttempts: 2 };
    const failed = difficult(mode, (spoiled) => read(spoiled, { limits }), path);
    await expect(failed).rejects.toThrow(reason);
    await expect(failed).rejects.toBeInstanceOf(SiteUnreadable);
    await expect(failed).rejects.toThrow(/\(http:\/\/127\.0\.0\.1:\d+\/wp-json\//);
  });

  test('is read completely in spite of 429 and 5xx', async () => {
    const expected = ids((await readOnce()).records);
    for (const mode of ['throttled', 'failing'] as const) {
      const pauses: number[] = [];
      const sleep = async (milliseconds: number) => pauses.push(milliseconds);
      const { records } = await difficult(mode, (spoiled) => read(spoiled, { concurrency: 1, tools: { sleep } }));
      expect(ids(records)).toEqual(expected);
      expect(pauses.some((pause) => pause > 500)).toBe(true);
    }
  });

  test('that lists an ID twice is reported, and the first one is used', async () => {
    const { records, warnings } = await difficult('twice', (spoiled) => read(spoiled), events);
    const found = warnings.filter(({ kind }) => kind === 'same ID twice');
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.place).toContain('/event/');
    expect(records.filter(({ fields }) => fields.title === 'Seen twice')).toEqual([]);
  });

  test('that claims a million pages is read to its end', async () => {
    const { records, warnings } = await difficult('pages', (spoiled) => read(spoiled), events);
    expect(kindsOf(warnings)).toContain('list repeats itself');
    expect(ids(records)).toEqual(ids((await readOnce()).records));
  });

  test('that changes while it is read gives its last state within the sweeps', async () => {
    const spoiled = await startOldSite({ events: 200, hostile: { mode: 'changing', path: events } });
    let pages = 0;
    const { administrator } = oldCredentials;
    const options: TecOptions = {
      ...defaultTecOptions,
      ...administrator,
      site: spoiled.url,
      rate: 1_000_000,
      concurrency: 1,
    };
    const { client } = await openSite(options, { request: openGuardedClient(4, loopback).request, sleep: noPause });
    const last = new Map<string, TecIncoming>();
    for await (const page of readOldSite(client, options, { now: oldSiteNow })({})) {
      for (const record of page.records) last.set(record.externalId, record);
      // The editors go home during the first sweep.
      if (++pages > 20) spoiled.hostile = undefined;
    }
    await spoiled.stop();
    const visible = spoiled.data.events.filter(({ hidden, date, password }) => !hidden && !date && !password);
    for (const { id, start, status } of visible)
      expect(last.get(`event:${id}`)?.fields, String(id)).toMatchObject({ start_date: start, status });
  });

  test.each([/\/tec\/v1\//, /\/wp\/v2\/tribe_events\?/])(
    'whose list %s is a web page is read without it, and that is reported once',
    async (path) => {
      const limits = { maxAttempts: 2 };
      const { records, warnings } = await difficult('html', (spoiled) => read(spoiled, { limits }), path);
      const open = site.data.events.filter(({ status, hidden, date }) => status === 'publish' && !hidden && !date);
      for (const { id } of open) expect(ids(records)).toContain(`event:${id}`);
      const reported = warnings.filter(({ kind }) => kind === 'hidden events not readable');
      expect(reported.map(({ text }) => text)).toEqual([expect.stringContaining('web page instead of JSON')]);
    },
  );

  test('whose venues in wp/v2 are a web page is read without their coordinates', async () => {
    const limits = { maxAttempts: 2 };
    const { records } = await difficult('html', (spoiled) => read(spoiled, { limits }), /\/wp\/v2\/tribe_venue\?/);
    const isPublic = ({ status }: { readonly status: string }) => status === 'publish';
    expect(of(records, 'venue')).toHaveLength(site.data.venues.filter(isPublic).length);
    expect(of(records, 'venue').filter(({ fields }) => 'geo_lat' in fields)).toEqual([]);
  });

  test('with a loop of parents gives every category, one of them without a parent', async () => {
    const looped = await startOldSite({ events: 200 });
    const [one, two] = looped.data.categories;
    if (one && two) [one.parent, two.parent] = [two.id, one.id];
    const { records, warnings } = await read(looped);
    await looped.stop();
    expect(of(records, 'category')).toHaveLength(looped.data.categories.length);
    expect(warnings.filter(({ kind }) => kind === 'cyclic parents')).toHaveLength(1);
  });

  test('without a readable media library gives the images that its records show', async () => {
    const closed = await startOldSite({ events: 200 });
    closed.data.media.length = Math.min(closed.data.media.length, 4);
    const request = openGuardedClient(4, loopback).request;
    const refusing = (async (address, limits) => {
      const response = await request(address, limits);
      return address.includes('wp/v2/media') ? { ...response, status: 401, bytes: Buffer.from('{}') } : response;
    }) as typeof request;
    const { records, warnings } = await read(closed, { tools: { request: refusing } });
    await closed.stop();
    expect(kindsOf(warnings)).toContain('media library not readable');
    const shown = records.flatMap(({ image }) => image ?? []);
    expect(shown.length).toBeGreaterThan(0);
    for (const image of shown) expect(ids(records)).toContain(image);
  });

  test('is refused with wrong credentials, and gets none after a redirect to another host', async () => {
    await expect(read(site, { user: 'ada', password: 'wrong' })).rejects.toThrow('application password is wrong');
    const reach: Options = {
      allow: () => true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    };
    const port = new URL(site.url).port;
    const moved = { ...site, url: `http://moved.example:${port}` };
    const request = openGuardedClient(4, reach).request;
    const redirecting: typeof request = async (address, limits) => {
      const response = await request(address, limits);
      return { ...response, url: new URL(response.url.href.replace('moved.example', 'other.example')) };
    };
    const before = site.requests.length;
    await expect(read(moved, { ...admin, tools: { request: redirecting } })).rejects.toThrow('redirects to');
    expect(site.requests.slice(before).map(({ role }) => role)).toEqual(['anonymous']);
  });
});
