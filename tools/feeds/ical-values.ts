// iCalendar files read by other programs, compared with the entries they were made of.
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import type { CalendarEntry } from '../../src/core/calendar-entry.js';
import { secondsOf } from '../../src/core/time/clock.js';
import { locationOf, topicsOf } from '../../src/formats/entry.js';
import { uriOf } from '../../src/formats/uri.js';
import { icalText } from '../../tests/harness/calendar-entries.js';
import { type Outcome, shown } from './check.js';

/** An event as a program read it. */
export interface ReadEvent {
  /** Of all properties, in any order. */
  readonly names: readonly string[];
  readonly uid: readonly string[];
  readonly summary: readonly string[];
  readonly description: readonly string[];
  readonly location: readonly string[];
  readonly comment: readonly string[];
  readonly contact: readonly string[];
  /** In any order. */
  readonly categories: readonly string[];
  readonly url: readonly string[];
  readonly conference: readonly string[];
  readonly organizer: readonly string[];
  readonly status: readonly string[];
  readonly cn: string;
  /** Seconds since 1970, with the zone of the file applied by the program. */
  readonly start: number;
  readonly end: number;
}

const given = (text: string): readonly string[] => [icalText(text)].filter((value) => value !== '');

export type Expected = Omit<ReadEvent, 'names' | 'cn'>;

export function expectedOf(entry: CalendarEntry): Expected {
  const [first, second] = entry.contacts;
  return {
    uid: given(entry.uid),
    summary: given(entry.title),
    description: given(entry.text),
    location: given(locationOf(entry)),
    comment: given(entry.statusNote),
    contact: given(
      [second?.name ?? '', second?.email ?? '', second?.url ?? ''].filter((part) => part !== '').join(', '),
    ),
    categories: [...new Set(topicsOf(entry).map(icalText))].filter((topic) => topic !== '').sort(),
    url: [uriOf(entry.url)],
    conference: entry.onlineUrl === '' ? [] : [uriOf(entry.onlineUrl)],
    organizer: first ? [`mailto:${uriOf(first.email)}`] : [],
    status: ['CONFIRMED'],
    start: secondsOf(entry.utcStart),
    end: secondsOf(entry.utcEnd),
  };
}

/** The names of all properties, from the lines of the file: what a program reads must not be more. */
export function namesIn(path: string): readonly (readonly string[])[] {
  const lines = readFileSync(path, 'utf8').replaceAll('\r\n ', '').split('\r\n');
  const events: string[][] = [];
  let current: string[] | undefined;
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') current = [];
    else if (line === 'END:VEVENT' && current) {
      events.push(current);
      current = undefined;
    } else current?.push(line.replace(/[;:].*$/s, ''));
  }
  return events;
}

export function readByIcalJs(path: string): readonly ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(path, 'utf8')));
  return calendar.getAllSubcomponents('vevent').map((component): ReadEvent => {
    const texts = (name: string): readonly string[] =>
      component.getAllProperties(name).flatMap((property) => property.getValues().map(String));
    const event = new ICAL.Event(component);
    return {
      names: component.getAllProperties().map(({ name }) => name.toUpperCase()),
      uid: texts('uid'),
      summary: texts('summary'),
      description: texts('description'),
      location: texts('location'),
      comment: texts('comment'),
      contact: texts('contact'),
      categories: texts('categories'),
      url: texts('url'),
      conference: texts('conference'),
      organizer: texts('organizer'),
      status: texts('status'),
      cn: String(component.getFirstProperty('organizer')?.getFirstParameter('cn') ?? ''),
      start: event.startDate.toUnixTime(),
      end: event.endDate.toUnixTime(),
    };
  });
}

/** A known limit of a program: a value that it reads differently from RFC 5545. */
export interface Limit {
  readonly reason: string;
  readonly keys: readonly (keyof Expected)[];
  /** True if the limit explains the difference. */
  readonly explains: (expected: readonly string[], actual: readonly string[]) => boolean;
}

/** A program may show several categories as several properties. */
const namesOf = (names: readonly string[]): readonly string[] =>
  [...names.filter((name) => name !== 'CATEGORIES'), ...(names.includes('CATEGORIES') ? ['CATEGORIES'] : [])].sort();

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function compareEvent(
  expected: Expected,
  event: ReadEvent,
  limits: readonly Limit[],
  note: (key: keyof Expected, limit: Limit | undefined) => void,
): void {
  for (const [name, value] of Object.entries(expected)) {
    const key = name as keyof Expected;
    const actual = event[key];
    if (same(key === 'categories' ? [actual].flat().sort() : actual, value)) continue;
    const limit = limits.find(
      (one) => one.keys.includes(key) && one.explains([value].flat().map(String), [actual].flat().map(String)),
    );
    note(key, limit);
  }
}

/** Compares what a program read from a file with what it should have read. */
export function compareEvents(
  path: string,
  expected: readonly Expected[],
  read: readonly ReadEvent[],
  limits: readonly Limit[] = [],
): Outcome {
  const names = namesIn(path);
  const differences: string[] = [];
  const explained = new Map<string, number>();
  if (read.length !== expected.length) differences.push(`${read.length} events instead of ${expected.length}`);
  for (const [index, wanted] of expected.entries()) {
    const event = read[index];
    if (!event) break;
    if (!same(namesOf(event.names), namesOf(names[index] ?? [])))
      differences.push(`event ${index} has the properties ${event.names}`);
    compareEvent(wanted, event, limits, (key, limit) => {
      if (limit) explained.set(limit.reason, (explained.get(limit.reason) ?? 0) + 1);
      else differences.push(`event ${index}, ${key}: ${shown(event[key])} instead of ${shown(wanted[key])}`);
    });
  }
  const values = expected.reduce((sum, event) => sum + Object.keys(event).length, 0);
  return { compared: `${read.length} events, ${values} values`, differences, limits: explained };
}
