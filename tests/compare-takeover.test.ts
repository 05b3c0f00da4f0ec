// `almanac compare` on a site that was taken over: every difference is a known deviation, and no fault is hidden by one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group, Summary } from '../src/compare/tally.js';
import {
  type Change,
  type ChangingProxy,
  inBody,
  onlyAt,
  startChangingProxy,
  unchanged,
} from './harness/changing-proxy.js';
import { engines } from './harness/engines.js';
import { type OldSite, oldCredentials, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { cleanUp, newFolder, run } from './harness/program.js';
import { useWorld } from './harness/world.js';

const mount = '/wp-json/tribe/events/v1';
const wordpress = '/wp-json/wp/v2';
const long = 120_000;

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

describe('a site that was taken over', () => {
  const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
  let site: OldSite;
  let newProxy: ChangingProxy;
  beforeAll(async () => {
    site = await startOldSite({ events: 60 });
    newProxy = await startChangingProxy(() => world.address);
    const { user, password } = oldCredentials.administrator;
    const credentials = join(newFolder(), 'password');
    writeFileSync(credentials, password);
    const taken = await run(
      ['import', 'tec', site.url, '--user', user, '--password-file', credentials, '--allow-private'].concat(
        ...['--rate', '1000', '--json'],
      ),
      { data: '', environment: { ...world.settings, ALMANAC_TIMEZONE: 'Europe/Paris' } },
    );
    // 3: finished with warnings, such as about wrong UTC times.
    expect([0, 3], taken.stderr).toContain(taken.code);
    site.hasClientDetails = true;
    site.requests.length = 0;
    // Lists without dates begin today on both sides.
    world.clock.now = oldSiteNow;
  }, long);
  afterAll(async () => {
    await newProxy?.stop();
    await site?.stop();
    await cleanUp();
  });

  const compared = async (args: readonly string[], input = ''): Promise<Summary> => {
    const sites = ['--old', site.url, '--new', newProxy.url, '--allow-private', '--rate', '1000/s', '--json'];
    const { stdout, stderr } = await run(['compare', ...sites, ...args], { data: newFolder(), input });
    expect(stdout, stderr).toMatch(/^\{/);
    return JSON.parse(stdout);
  };
  const unexplained = ({ groups }: Summary): readonly Group[] =>
    groups.filter(({ deviation }) => deviation === undefined);

  it('answers as the old site did, apart from known deviations', { timeout: long }, async () => {
    const summary = await compared(['--crawl', '2000']);
    expect(unexplained(summary)).toEqual([]);
    expect(summary.known).toBeGreaterThan(1_000);
    expect(new Set(site.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    const covered = Object.fromEntries(summary.routes.map((one) => [one.route, one]));
    for (const [route, responses, fields] of [
      [`${mount}/events`, 100, 150],
      [`${mount}/events/{id}`, 50, 180],
      [`${mount}/events/by-slug/{slug}`, 25, 180],
      [`${mount}/venues/{id}`, 5, 40],
      [`${mount}/organizers/{id}`, 3, 20],
      [`${mount}/categories/{id}`, 5, 15],
      ['/wp-json/wp/v2/tribe_events/{id}', 50, 70],
      ['/wp-json/wp/v2/tribe_venue/{id}', 5, 60],
      ['/wp-json/wp/v2/tags/{id}', 5, 10],
      ['/wp-json/wp/v2/media/{id}', 3, 40],
    ] as const) {
      expect(covered[route]?.responses, route).toBeGreaterThanOrEqual(responses);
      expect(covered[route]?.fields, route).toBeGreaterThanOrEqual(fields);
    }
  });

  it('explains a list without dates when the day of the site has begun earlier', { timeout: long }, async () => {
    // Half an hour after midnight in Paris.
    world.clock.now = oldSiteNow.replace('12:00', '23:30');
    const summary = await compared(['--paths', '-'], `${mount}/events\n${mount}/events?per_page=3`);
    world.clock.now = oldSiteNow;
    expect(unexplained(summary)).toEqual([]);
    expect(summary.groups.map(({ deviation }) => deviation)).toContain('default-window');
  });

  it('shows no fault beside a known deviation', { timeout: long }, async () => {
    const { id } = site.data.events.find(({ website, date }) => website.includes('&') && !date) ?? { id: 0 };
    const list = `${mount}/events?tags=${site.data.tags[0]?.id}&per_page=5&start_date=1971-01-01&end_date=2100-12-31`;
    const seeded: readonly (readonly [path: string, kind: string, place: string, Change])[] = [
      [list, 'value', '/next_rest_url', inBody((body) => Object.assign(body, { next_rest_url: body.rest_url }))],
      [list, 'missing', '/events/*', inBody((body) => body.events.shift())],
      [list, 'extra', '/events/*/parent', inBody(({ events: [event] }) => Object.assign(event, { parent: 0 }))],
      [
        `${mount}/events/${id}`,
        'value',
        '/json_ld/description',
        inBody((body) => {
          body.json_ld.description = body.json_ld.description.slice(1);
        }),
      ],
      [
        `${wordpress}/tribe_events/${id}`,
        'value',
        '/meta/_EventURL',
        inBody(({ meta }) => {
          meta._EventURL = meta._EventURL.replaceAll('&', '&amp;');
        }),
      ],
      [
        `${wordpress}/tribe_events/${id}`,
        'value',
        '/meta/_EventStartDate',
        inBody(({ meta }) => {
          meta._EventStartDate = meta._EventEndDate;
        }),
      ],
      [`${wordpress}/tribe_events/${id}`, 'type', '/meta', inBody((body) => Object.assign(body, { meta: [] }))],
      [`${wordpress}/tribe_events`, 'extra', '/*', inBody((body) => Object.assign(body[0], { status: 'draft' }))],
      [`${wordpress}/media`, 'missing', '/*', inBody((body) => body.shift())],
      [
        `${mount}/categories/${site.data.categories[0]?.id}`,
        'missing',
        '/_links/wp:post_type',
        inBody((body) => {
          delete body._links['wp:post_type'];
        }),
      ],
    ];
    for (const [path, kind, pattern, change] of seeded) {
      newProxy.change = onlyAt(path, change);
      const found = unexplained(await compared(['--paths', '-'], path));
      expect(found, `${path} ${pattern}`).toContainEqual(expect.objectContaining({ kind, pattern }));
    }
    newProxy.change = unchanged;
  });
});
