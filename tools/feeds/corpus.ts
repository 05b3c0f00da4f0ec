// Entries with hostile texts in every field, at times in many zones, and the files that the formats make of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CalendarEntry } from '../../src/core/calendar-entry.js';
import { plusSeconds } from '../../src/core/time/clock.js';
import { toInstant } from '../../src/core/time/zone.js';
import { atom } from '../../src/formats/atom.js';
import { csv } from '../../src/formats/csv.js';
import { ical } from '../../src/formats/ical.js';
import { jscalendar } from '../../src/formats/jscalendar.js';
import { jsonfeed } from '../../src/formats/jsonfeed.js';
import { jsonld } from '../../src/formats/jsonld.js';
import { ndjson } from '../../src/formats/ndjson.js';
import { rss } from '../../src/formats/rss.js';
import { entryWith, feedHead, feedOf, hostileEntry } from '../../tests/harness/calendar-entries.js';

/** Texts in an entry of the corpus. */
export const textsPerEntry = 16;
const longTextBytes = 2_000_000;

const zones = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
  'UTC+5:30',
];

const times = fc.record({
  day: fc.integer({ min: 1, max: 20_000 }),
  minute: fc.integer({ min: 0, max: 1_439 }),
  zone: fc.constantFrom(...zones),
  hours: fc.integer({ min: 1, max: 60 }),
});

/** UIDs are unique: programs would take events with the same one as versions of each other. */
function atTime(
  entry: CalendarEntry,
  { day, minute, zone, hours }: typeof times extends fc.Arbitrary<infer T> ? T : never,
  index: number,
): CalendarEntry {
  // A time in the spring gap does not exist, so that programs disagree about it.
  const start = toInstant(plusSeconds('1990-01-01 00:00:00', day * 86_400 + minute * 60), zone).wall;
  const end = toInstant(plusSeconds(start, hours * 3_600), zone).wall;
  const { utcStart, utcEnd } = entryWith({ start, end, timezone: zone });
  return { ...entry, uid: `${index} ${entry.uid}`, start, end, utcStart, utcEnd, timezone: zone };
}

export interface Corpus {
  readonly entries: readonly CalendarEntry[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly files: Readonly<
    Record<'ics' | 'rss' | 'atom' | 'jsonfeed' | 'jscalendar' | 'jsonld' | 'csv' | 'ndjson', string>
  >;
}

export const csvColumns = ['NAME', 'DESCRIPTION', 'PLACE'];

export function writeCorpus(folder: string, texts: number, seed: number): Corpus {
  mkdirSync(folder, { recursive: true });
  const count = Math.ceil(texts / textsPerEntry);
  const moments = fc.sample(times, { numRuns: count, seed });
  const hostile = fc.sample(hostileEntry, { numRuns: count, seed }).flatMap((entry, index) => {
    const moment = moments[index];
    return moment ? [atTime(entry, moment, index)] : [];
  });
  const long = 'Ünïcode, text; with\nbreaks \\ and 😀 '.repeat(longTextBytes / 40);
  const entries = [...hostile, entryWith({ uid: 'long@calendar.example', text: long, html: long })];
  const rows = entries.map(({ title, text, place }) => ({ NAME: title, DESCRIPTION: text, PLACE: place?.name ?? '' }));
  const head = { ...feedHead, columns: csvColumns };
  const write = (name: string, text: string): string => {
    const path = join(folder, `texts.${name}`);
    writeFileSync(path, text);
    return path;
  };
  return {
    entries,
    rows,
    files: {
      ics: write('ics', feedOf(ical, entries, head)),
      rss: write('rss', feedOf(rss, entries, head)),
      atom: write('atom', feedOf(atom, entries, head)),
      jsonfeed: write('jsonfeed', feedOf(jsonfeed, entries, head)),
      jscalendar: write('jscalendar', feedOf(jscalendar, entries, head)),
      jsonld: write('jsonld', feedOf(jsonld, rows, head)),
      csv: write('csv', feedOf(csv, rows, head)),
      ndjson: write('ndjson', feedOf(ndjson, rows, head)),
    },
  };
}
