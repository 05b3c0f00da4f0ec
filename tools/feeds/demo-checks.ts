// Checks of the feeds of a running Almanac: read by programs of others, and equal to the lists of the API.
import { readFileSync } from 'node:fs';
import { type Check, type Outcome, sameLines, shown } from './check.js';
import { clientChecks } from './client-checks.js';
import type { ApiEvent, Demo } from './demo.js';
import { compareEvents, type Expected, type ReadEvent, readByIcalJs } from './ical-values.js';
import { jsonLines } from './programs.js';
import { lintedByXmllint, python, readersIn, validatedBySabre } from './readers.js';
import type { ReadFeed } from './text-checks.js';

/** Paths below the API without their suffix, of every kind of feed. */
async function paths({ list, from, to }: Demo): Promise<readonly string[]> {
  const range = `start_date=${from}&end_date=${to}`;
  const events = (await list(range)) as readonly (ApiEvent &
    Record<'venue' | 'organizer' | 'categories' | 'tags', unknown>)[];
  const idIn = (key: 'venue' | 'organizer' | 'categories' | 'tags'): readonly number[] =>
    events
      .flatMap((event) => [event[key]].flat().map((one) => (one as { id?: number } | undefined)?.id ?? 0))
      .filter((id) => id > 0)
      .slice(0, 1);
  const [first] = events;
  return [
    'events.SUFFIX',
    `events.SUFFIX?series=flat&${range}`,
    'events.SUFFIX?starts_after=1970-01-01&html=1',
    ...(first ? [`events/${first.id}.SUFFIX`] : []),
    ...idIn('venue').map((id) => `venues/${id}/events.SUFFIX`),
    ...idIn('organizer').map((id) => `organizers/${id}/events.SUFFIX`),
    ...idIn('categories').map((id) => `categories/${id}/events.SUFFIX`),
    ...idIn('tags').map((id) => `tags/${id}/events.SUFFIX`),
  ];
}

const saved = async (demo: Demo, suffix: string): Promise<readonly string[]> =>
  Promise.all(
    (await paths(demo)).map((path, index) =>
      demo.save(`/${path.replace('SUFFIX', suffix)}`, `demo-${index}.${suffix}`),
    ),
  );

const merged = (outcomes: readonly Outcome[], compared: string): Outcome => ({
  compared,
  differences: outcomes.flatMap(({ differences }) => differences),
  limits: new Map(outcomes.flatMap(({ limits = new Map<string, number>() }) => [...limits])),
});

const valuesOf = ({ names: _names, cn: _cn, ...values }: ReadEvent): Expected => ({
  ...values,
  categories: [...values.categories].sort(),
});

const statuses: Readonly<Record<string, string>> = { cancelled: 'CANCELLED', postponed: 'TENTATIVE' };

/** Start, end, title and status of an event, all-day ones by their days. */
const line = (event: ApiEvent): string => {
  const start = event.all_day ? event.start_date.slice(0, 10) : event.utc_start_date;
  return [start, event.title, statuses[event.event_status] ?? 'CONFIRMED'].join(' | ');
};

/** `series=rule` expanded by another program is the list of the API. */
async function expansionCheck(demo: Demo): Promise<Outcome | undefined> {
  const expand = python('expand_series.py', 'icalendar', 'recurring_ical_events');
  if (!expand) return undefined;
  const file = await demo.save('/events.ics?series=rule', 'rule.ics');
  const flat = await demo.save(`/events.ics?series=flat&start_date=${demo.from}&end_date=${demo.to}`, 'flat.ics');
  const inRange = ({ start }: { readonly start: string }): boolean => start >= demo.from && start < demo.to;
  const linesOf = async (path: string): Promise<readonly string[]> =>
    jsonLines<{ start: string; summary: string; status: string }>(await expand(path, demo.from, demo.to))
      .filter(inRange)
      .map(({ start, summary, status }) => [start, summary, status].join(' | '));
  const api = await demo.list(`start_date=${demo.from}&end_date=${demo.to}`);
  const expected = api.map(line).filter((start) => start >= demo.from && start < demo.to);
  return merged(
    [sameLines('dates', await linesOf(file), expected), sameLines('dates', await linesOf(flat), expected)],
    `${expected.length} dates of events.ics?series=rule, of series=flat and of the API`,
  );
}

async function feedCheck(suffix: 'rss' | 'atom', files: readonly string[]): Promise<Outcome | undefined> {
  const read = python('read_xml.py', 'feedparser');
  if (!read) return undefined;
  const feeds = await Promise.all(files.map(async (file) => JSON.parse(await read(file)) as ReadFeed));
  const differences = feeds.flatMap((feed, index) =>
    feed.bozo || feed.read === 0 || feed.dated !== feed.read || feed.items.length !== feed.read
      ? [`${suffix} ${index}: ${shown([feed.error, feed.read, feed.dated, feed.items.length])}`]
      : [],
  );
  const entries = feeds.reduce((sum, { read: count }) => sum + count, 0);
  return { compared: `${files.length} feeds with ${entries} entries`, differences };
}

/** CSV and NDJSON have a line for each event of the list; NDJSON has the same bodies. */
async function tableCheck(demo: Demo): Promise<Outcome | undefined> {
  const read = python('read_csv.py', 'csv');
  if (!read) return undefined;
  const query = `start_date=${demo.from}&end_date=${demo.to}`;
  const events = await demo.list(query);
  const [header = [], ...rows] = jsonLines<readonly string[]>(
    await read(await demo.save(`/events.csv?${query}`, 'demo.csv')),
  );
  const cell = (row: readonly string[], name: string): string => row[header.indexOf(name)] ?? '';
  const bodies = jsonLines<ApiEvent>(readFileSync(await demo.save(`/events.ndjson?${query}`, 'demo.ndjson'), 'utf8'));
  return merged(
    [
      sameLines(
        'rows',
        rows.map((row) => [cell(row, 'ID'), cell(row, 'START UTC'), cell(row, 'EVENT NAME')].join(' | ')),
        events.map(({ id, utc_start_date, title }) => [id, utc_start_date, title].join(' | ')),
      ),
      sameLines(
        'bodies',
        bodies.map((body) => JSON.stringify(body)),
        events.map((body) => JSON.stringify(body)),
      ),
    ],
    `${events.length} rows of CSV and bodies of NDJSON as in the API`,
  );
}

/** Two requests give the same bytes: programs see no change where there is none. */
async function stabilityCheck(demo: Demo): Promise<Outcome> {
  const differences: string[] = [];
  const suffixes = ['ics', 'rss', 'atom', 'jsonfeed', 'jscalendar', 'jsonld', 'csv', 'ndjson'];
  for (const suffix of suffixes) {
    const [first, second] = [
      await demo.save(`/events.${suffix}`, `first.${suffix}`),
      await demo.save(`/events.${suffix}`, `second.${suffix}`),
    ];
    if (!readFileSync(first).equals(readFileSync(second))) differences.push(`${suffix} changes between two requests`);
  }
  return { compared: `${suffixes.length} formats, the same bytes twice`, differences };
}

export async function* demoChecks(folder: string, demo: Demo): AsyncGenerator<Check> {
  const files = await saved(demo, 'ics');
  for (const { name, needs, limits, open } of readersIn(folder).filter((reader) => reader.name !== 'ical.js')) {
    yield {
      name: `demo, ${name} and ical.js`,
      needs,
      run: async () => {
        const read = await open();
        if (!read) return undefined;
        const outcomes = await Promise.all(
          files.map(async (file) => compareEvents(file, readByIcalJs(file).map(valuesOf), await read(file), limits)),
        );
        const events = files.reduce((sum, file) => sum + readByIcalJs(file).length, 0);
        return merged(outcomes, `${files.length} feeds with ${events} events`);
      },
    };
  }
  yield { name: 'demo, sabre/vobject', needs: 'php-cli and php-sabre-vobject', run: () => validatedBySabre(files) };
  for (const suffix of ['rss', 'atom'] as const) {
    const feeds = await saved(demo, suffix);
    yield {
      name: `demo, feedparser, ${suffix}`,
      needs: 'python3-feedparser',
      run: () => feedCheck(suffix, feeds),
    };
    yield { name: `demo, xmllint, ${suffix}`, needs: 'libxml2-utils', run: () => lintedByXmllint(feeds) };
  }
  yield { name: 'demo, tables', needs: 'python3', run: () => tableCheck(demo) };
  yield { name: 'demo, stable', needs: '', run: () => stabilityCheck(demo) };
  yield {
    name: 'demo, recurring-ical-events',
    needs: 'python3-recurring-ical-events',
    run: () => expansionCheck(demo),
  };
  yield* clientChecks(folder, demo);
}
