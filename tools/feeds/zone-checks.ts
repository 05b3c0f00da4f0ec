// VTIMEZONE components of all time zones, evaluated by other programs and compared with the offsets of the runtime (ICU).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { wallOf } from '../../src/core/time/clock.js';
import { transitionsOf } from '../../src/core/time/zone-transitions.js';
import { vtimezone } from '../../src/formats/ical/vtimezone.js';
import type { Check, Outcome } from './check.js';
import { compiled, run } from './programs.js';

const [firstYear, lastYear] = [1990, 2040];
/** Between two instants that are compared, apart from those right before and after every transition. */
const stepSeconds = 10 * 86_400;

interface Point {
  readonly second: number;
  readonly offset: number;
  /** The local time occurs once. */
  readonly isUnique: boolean;
}

/** Asked of Intl directly, not through the functions that write VTIMEZONE. */
function offsetsOf(zone: string): (second: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (second) => {
    const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(second * 1_000)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
  };
}

function pointsOf(zone: string): readonly Point[] {
  const offsetAt = offsetsOf(zone);
  const { changes } = transitionsOf(zone, firstYear - 1, lastYear + 1);
  const repeated = changes.filter(({ offset, offsetBefore }) => offset < offsetBefore);
  const seconds: number[] = changes.flatMap(({ second }) => [second - 1, second]);
  for (let at = Date.UTC(firstYear, 0, 1) / 1_000; at < Date.UTC(lastYear + 1, 0, 1) / 1_000; at += stepSeconds)
    seconds.push(at);
  return seconds.map((second) => {
    const offset = offsetAt(second);
    const local = second + offset;
    const isUnique = !repeated.some((one) => local >= one.second + one.offset && local < one.second + one.offsetBefore);
    return { second, offset, isUnique };
  });
}

const calendarOf = (zone: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${vtimezone(zone, new Date().getUTCFullYear())}END:VCALENDAR\r\n`;

function icalJsOffsets(zone: string): (local: number) => number {
  const component = new ICAL.Component(ICAL.parse(calendarOf(zone))).getFirstSubcomponent('vtimezone');
  if (!component) throw new Error(`no VTIMEZONE for ${zone}`);
  const timezone = new ICAL.Timezone(component);
  return (local) => timezone.utcOffset(ICAL.Time.fromJSDate(new Date(local * 1_000), true));
}

const zones = Intl.supportedValuesOf('timeZone');

const summary = (points: number): string =>
  `${zones.length} zones from ${firstYear} to ${lastYear}, ${points} instants`;

const wrong = (zone: string, { second, offset }: Point, actual: unknown): string =>
  `${zone} at ${wallOf(second)}: ${String(actual)} instead of ${offset}`;

async function byIcalJs(points: ReadonlyMap<string, readonly Point[]>): Promise<Outcome> {
  const differences: string[] = [];
  let compared = 0;
  for (const [zone, all] of points) {
    const offsetAt = icalJsOffsets(zone);
    for (const point of all) {
      // ical.js takes local times, and a repeated one has two offsets.
      if (!point.isUnique) continue;
      compared += 1;
      const actual = offsetAt(point.second + point.offset);
      if (actual !== point.offset) differences.push(wrong(zone, point, actual));
    }
  }
  return { compared: summary(compared), differences };
}

async function byLibical(folder: string, points: ReadonlyMap<string, readonly Point[]>): Promise<Outcome | undefined> {
  const program = await compiled('libical_offsets.c', join(folder, 'libical_offsets'));
  if (program === undefined) return undefined;
  const path = join(folder, 'zone.ics');
  const differences: string[] = [];
  let compared = 0;
  for (const [zone, all] of points) {
    writeFileSync(path, calendarOf(zone));
    const input = [`zone ${path}`, ...all.map(({ second }) => second)].join('\n');
    const offsets = (await run(program, [], { input })).trim().split('\n').map(Number);
    for (const [index, point] of all.entries()) {
      compared += 1;
      if (offsets[index] !== point.offset) differences.push(wrong(zone, point, offsets[index]));
    }
  }
  return { compared: summary(compared), differences };
}

export function* zoneChecks(folder: string): Generator<Check> {
  let known: ReadonlyMap<string, readonly Point[]> | undefined;
  const points = (): ReadonlyMap<string, readonly Point[]> => {
    known ??= new Map(zones.map((zone) => [zone, pointsOf(zone)]));
    return known;
  };
  yield { name: 'zones, ical.js', needs: 'npm install', run: () => byIcalJs(points()) };
  yield { name: 'zones, libical', needs: 'cc and libical-dev', run: () => byLibical(folder, points()) };
}
