// Checks of the hostile texts in every format.
import { readFileSync } from 'node:fs';
import { iso } from '../../src/core/time/zone.js';
import { locationOf, topicsOf } from '../../src/formats/entry.js';
import { uuidOf } from '../../src/formats/uuid.js';
import { xmlText } from '../../tests/harness/calendar-entries.js';
import { type Check, type Outcome, shown } from './check.js';
import { type Corpus, csvColumns } from './corpus.js';
import { compareEvents, expectedOf } from './ical-values.js';
import { jsonLines } from './programs.js';
import { lintedByXmllint, python, readersIn, validatedBySabre } from './readers.js';

function lineCheck({ ics }: Corpus['files']): Outcome {
  const text = readFileSync(ics, 'utf8');
  const lines = text.split('\r\n');
  const differences: string[] = [];
  if (lines.pop() !== '') differences.push('the last line has no CRLF');
  for (const [index, line] of lines.entries()) {
    if (Buffer.byteLength(line) > 75) differences.push(`line ${index} has ${Buffer.byteLength(line)} bytes`);
    if (/[\r\n\u0085\u2028\u2029\v\f]/.test(line)) differences.push(`line ${index} has a line break: ${shown(line)}`);
  }
  return { compared: `${lines.length} lines of at most 75 bytes with CRLF`, differences };
}

/** A feed as feedparser and expat read it. */
export interface ReadFeed {
  readonly bozo: boolean;
  readonly error: string;
  readonly version: string;
  readonly read: number;
  readonly dated: number;
  readonly ids: readonly string[];
  readonly items: readonly Readonly<
    Record<'title' | 'content' | 'summary' | 'start' | 'location', string> & { topics: readonly string[] }
  >[];
}

function compareFeed({ entries }: Corpus, feed: ReadFeed, version: string): Outcome {
  const differences: string[] = [];
  const expect = (name: string, actual: unknown, expected: unknown): void => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      differences.push(`${name}: ${shown(actual)} instead of ${shown(expected)}`);
  };
  expect('bozo', [feed.bozo, feed.bozo && feed.error], [false, false]);
  expect('version', feed.version, version);
  expect('entries', [feed.read, feed.dated], [entries.length, entries.length]);
  const isAtom = version === 'atom10';
  for (const [index, entry] of entries.entries()) {
    const { title, content, summary, start, location, topics } = feed.items[index] ?? { topics: [] };
    const shownTitle = xmlText(entry.title);
    expect(
      `${index} id`,
      feed.ids[index]?.trim(),
      isAtom ? `urn:uuid:${uuidOf(entry.uid)}` : xmlText(entry.uid).trim(),
    );
    expect(`${index} title`, title, isAtom || shownTitle !== '' ? shownTitle : xmlText(entry.url));
    expect(`${index} content`, content, xmlText(entry.html) || (isAtom ? xmlText(entry.text) : ''));
    expect(`${index} summary`, summary, xmlText(entry.summary) || (isAtom ? '' : xmlText(entry.text)));
    expect(`${index} start`, start, iso(entry.utcStart, entry.timezone));
    expect(`${index} location`, location, xmlText(locationOf(entry)));
    expect(
      `${index} topics`,
      topics,
      topicsOf(entry)
        .map(xmlText)
        .filter((topic) => isAtom || topic !== ''),
    );
  }
  return { compared: `${entries.length} entries without an error, ${entries.length * 7} values`, differences };
}

function jsonCheck({ entries, rows, files }: Corpus): Outcome {
  const differences: string[] = [];
  const parse = (path: string): Record<string, readonly Record<string, unknown>[]> =>
    JSON.parse(readFileSync(path, 'utf8'));
  const lines = readFileSync(files.ndjson, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const clean = (text: string): string => text.toWellFormed();
  const expect = (name: string, actual: unknown, expected: readonly unknown[]): void => {
    if (JSON.stringify(actual) !== JSON.stringify(expected)) differences.push(`${name} differs`);
  };
  expect(
    'jsonfeed',
    parse(files.jsonfeed).items?.map(({ id, title }) => [id, title]),
    entries.map(({ uid, title }) => [clean(uid), clean(title)]),
  );
  expect(
    'jscalendar',
    parse(files.jscalendar).entries?.map(({ uid, title }) => [uid, title]),
    entries.map(({ uid, title }) => [clean(uid), clean(title)]),
  );
  const cleanRows = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, clean(value)])),
  );
  expect(
    'jsonld',
    parse(files.jsonld).itemListElement?.map(({ item }) => item),
    cleanRows,
  );
  expect('ndjson', lines, cleanRows);
  return { compared: `${entries.length} records in jsonfeed, jscalendar, jsonld and ndjson`, differences };
}

async function csvCheck({ rows, files }: Corpus): Promise<Outcome | undefined> {
  const read = python('read_csv.py', 'csv');
  if (!read) return undefined;
  const [header, ...cells] = jsonLines<readonly string[]>(await read(files.csv));
  const differences: string[] = [];
  const clean = (text: string): string => {
    const kept = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
    return /^[=+\-@\t\r]/.test(kept) ? `'${kept}` : kept;
  };
  const expected = [csvColumns, ...rows.map((row) => csvColumns.map((column) => clean(row[column] ?? '')))];
  for (const [index, row] of expected.entries()) {
    const actual = [header, ...cells][index];
    if (JSON.stringify(actual) !== JSON.stringify(row))
      differences.push(`row ${index}: ${shown(actual)} instead of ${shown(row)}`);
  }
  if (cells.length !== rows.length) differences.push(`${cells.length} rows instead of ${rows.length}`);
  return { compared: `${cells.length} rows`, differences };
}

export function* textChecks(folder: string, corpus: Corpus): Generator<Check> {
  const { entries, files } = corpus;
  yield { name: 'texts, lines of iCalendar', needs: '', run: async () => lineCheck(files) };
  for (const { name, needs, limits, open } of readersIn(folder)) {
    yield {
      name: `texts, ${name}`,
      needs,
      run: async () => {
        const read = await open();
        return read && compareEvents(files.ics, entries.map(expectedOf), await read(files.ics), limits);
      },
    };
  }
  yield {
    name: 'texts, sabre/vobject',
    needs: 'php-cli and php-sabre-vobject',
    run: () => validatedBySabre([files.ics]),
  };
  for (const [name, version] of Object.entries({ rss: 'rss20', atom: 'atom10' } as const)) {
    yield {
      name: `texts, feedparser and expat, ${name}`,
      needs: 'python3-feedparser',
      run: async () => {
        const read = python('read_xml.py', 'feedparser');
        return read && compareFeed(corpus, JSON.parse(await read(files[name as 'rss' | 'atom'])) as ReadFeed, version);
      },
    };
  }
  yield { name: 'texts, xmllint', needs: 'libxml2-utils', run: () => lintedByXmllint([files.rss, files.atom]) };
  yield { name: 'texts, JSON formats', needs: '', run: async () => jsonCheck(corpus) };
  yield { name: 'texts, csv of Python', needs: 'python3', run: () => csvCheck(corpus) };
}
