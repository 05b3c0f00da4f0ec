// Compares every list and record of an old site with the answers here, by `almanac compare`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { OldEvent } from './old-site/records.js';
import type { OldSite } from './old-site/server.js';
import { newFolder, run } from './program.js';
import { settingOf } from './takeover.js';
import type { World } from './world.js';

const mount = '/wp-json/tribe/events/v1';
const lists = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

const allDates = 'start_date=1971-01-01&end_date=2100-12-31&per_page=50';

const isPublic = ({ status }: { readonly status: string }): boolean => status === 'publish';

/** The list without parameters, the filters that clients use, and a page past the end. */
const filtersOf = ({ data }: OldSite): readonly string[] =>
  [
    ...['', 'per_page=3&page=2', 'page=999'],
    ...data.categories.map(({ id }) => `categories=${id}&${allDates}`),
    ...data.tags.map(({ id }) => `tags=${id}&${allDates}`),
    ...data.venues.filter(isPublic).map(({ id }) => `venue=${id}&${allDates}`),
    ...data.organizers.filter(isPublic).map(({ id }) => `organizer=${id}&${allDates}`),
    ...[`featured=true&${allDates}`, `featured=false&${allDates}`],
  ].map((query) => `${mount}/events${query && `?${query}`}`);

/** Events that are hidden from listings, and in the trash or protected, are in no answer of the old site. */
const isReadable = (one: object): boolean => {
  const { hidden, status, password } = one as Partial<OldEvent>;
  return !hidden || (status !== 'trash' && password === '');
};

/** Every page of every list, every record by its ID, and filtered lists of events. */
const pathsOf = (site: OldSite): readonly string[] => [
  ...filtersOf(site),
  ...site.data.series.flatMap(({ id, slug }) => [`${mount}/events/${id}`, `${mount}/events/by-slug/${slug}`]),
  ...lists.flatMap((name) => {
    const { data } = site;
    const query = name === 'events' ? allDates : 'per_page=50';
    const pages = Math.ceil(data[name].length / 50);
    return [
      ...Array.from({ length: pages }, (_, at) => `${mount}/${name}?${query}${at ? `&page=${at + 1}` : ''}`),
      ...data[name].filter(isReadable).map(({ id }) => `${mount}/${name}/${id}`),
    ];
  }),
];

export interface Difference {
  readonly path: string;
  readonly pattern: string;
  readonly deviation?: string;
  readonly old?: unknown;
  readonly new?: unknown;
}

/** Differences that are not in the table of known deviations. */
export async function differences(world: World, site: OldSite): Promise<readonly Difference[]> {
  const folder = newFolder();
  const [paths, output] = [join(folder, 'paths'), join(folder, 'differences')];
  writeFileSync(paths, pathsOf(site).join('\n'));
  const sides = ['--old', site.url, '--new', world.address, '--allow-private'];
  const ran = await run(
    ['compare', ...sides, '--paths', paths, '--rate', '1000/s', '--ndjson', output],
    settingOf(world),
  );
  expect([0, 1], ran.stderr).toContain(ran.code);
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Difference).filter(({ deviation }) => deviation === undefined);
}

/** Keys that the server of the tests does not have, or spells in another way. */
const notPlayed = /\/(json_ld|_links|((previous|next)_)?rest_url)(\/|$)/;

export const unexplained = (all: readonly Difference[]): readonly Difference[] =>
  all.filter(({ pattern }) => !notPlayed.test(pattern));
