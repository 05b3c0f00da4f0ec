// Hostile calendars, generated from a seed: rules, sizes, encodings, UIDs, redirects, empty and half responses.
import { gzipSync } from 'node:zlib';
import { type Random, seededRandom } from '../calendar/random.js';

/** An event of the service that reads the calendars. */
export interface LocalEvent {
  readonly id: number;
  readonly title: string;
  /** `YYYY-MM-DD HH:MM:SS` on its clock. */
  readonly start: string;
}

/** What calendars know about the service that they attack. */
export interface Target {
  readonly uidHost: string;
  readonly events: readonly LocalEvent[];
  /** Size of large calendars. */
  readonly maxBytes: number;
}

export interface HostileCalendar {
  readonly kind: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The connection breaks after so many bytes of the body. */
  readonly cutAt?: number;
}

type Make = (random: Random, target: Target) => Buffer | string | Partial<Omit<HostileCalendar, 'kind'>>;

const linesOf = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
const calendar = (lines: readonly string[]): string =>
  linesOf(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Hostile//EN', ...lines, 'END:VCALENDAR']);
const vevent = (uid: string, lines: readonly string[], start = 'DTSTART:20270501T080000Z'): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  start,
  ...lines,
  'END:VEVENT',
];
const times = <Item>(count: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** Events with the same lines. */
const events = (count: number, make: (at: number) => readonly string[]): string =>
  calendar(times(count, (at) => vevent(`${at}@hostile.example`, [`SUMMARY:Hostile ${at}`, ...make(at)])).flat());
/** A text repeated up to the size. */
const filled = (text: string, { maxBytes }: Target): string => text.repeat(Math.floor(maxBytes / text.length));
/** In one event, with its head. */
const inEvent = (text: string): string =>
  calendar(vevent('filled@hostile.example', ['SUMMARY:Filled', text, 'X-LAST:1']));

/** Small calendars for tests have fewer events that are written. */
const scaled = ({ maxBytes }: Target, count: number): number =>
  Math.ceil((count * Math.min(maxBytes, 5_000_000)) / 5_000_000);

const listOf = (random: Random, count: number, max: number): string =>
  times(count, () => random.integer(-1, max)).join(',');

function subDailyRule(random: Random): string {
  const parts = [`FREQ=${random.pick(['HOURLY', 'MINUTELY', 'SECONDLY'])}`];
  const add = (share: number, part: () => string) => random.happens(share) && parts.push(part());
  add(0.5, () => 'BYMONTH=2;BYMONTHDAY=31');
  add(0.3, () => `BYHOUR=${listOf(random, random.integer(1, 100), 24)}`);
  add(0.3, () => `BYMINUTE=${listOf(random, random.integer(1, 300), 60)}`);
  add(0.3, () => `BYSECOND=${listOf(random, random.integer(1, 300), 61)}`);
  add(0.2, () => `INTERVAL=${random.integer(0, 100_000)}`);
  add(0.1, () => `COUNT=${random.integer(0, 1_000_000)}`);
  return `RRULE:${parts.join(';')}`;
}

const impossible = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
const two = (value: number): string => String(value).padStart(2, '0');
const stamp = (at: number): string =>
  `2027${two(1 + (at % 12))}${two(1 + (at % 28))}T${two(at % 24)}${two(Math.floor(at / 24) % 60)}00`;

const zoneOf = (at: number, rule: string): readonly string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:Zone ${at}`,
  ...times(20, (n) => [
    `BEGIN:${n % 2 ? 'DAYLIGHT' : 'STANDARD'}`,
    `DTSTART:19${10 + n}0101T000000`,
    'TZOFFSETFROM:+0117',
    'TZOFFSETTO:+0213',
    rule,
    `END:${n % 2 ? 'DAYLIGHT' : 'STANDARD'}`,
  ]).flat(),
  'END:VTIMEZONE',
];

/** Takes an event of the service for its own, and changes it. */
const claim = ({ id, title, start }: LocalEvent, uidHost: string, summary = title): readonly string[] =>
  vevent(
    `event-${id}@${uidHost}`,
    [`SUMMARY:${summary}`, 'DESCRIPTION:Taken over', 'STATUS:CANCELLED', 'SEQUENCE:999999'],
    `DTSTART:${start.replace(/[-:]/g, '').replace(' ', 'T')}`,
  );

const makers: Readonly<Record<string, Make>> = {
  'rules within a day': (random, target) => events(scaled(target, 50), () => times(40, () => subDailyRule(random))),
  'rules without dates': () => events(50, () => times(40, () => 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31')),
  'list of 64 KB': () => events(5, () => [`RRULE:FREQ=HOURLY;BYMINUTE=${'59,'.repeat(21_000)}0`]),
  'daily series': (random) => events(random.integer(100, 6_000), () => ['RRULE:FREQ=DAILY']),
  'series every second': (random) => events(random.integer(100, 2_000), () => ['RRULE:FREQ=SECONDLY']),
  'impossible days': (random) => events(random.integer(500, 6_000), () => [impossible]),
  'extra dates': (_, { maxBytes }) =>
    inEvent(linesOf(times(Math.floor(maxBytes / 50), (at) => `RDATE;TZID=Europe/Paris:${stamp(at)}`))),
  'exceptions of a series': (_, { maxBytes }) =>
    inEvent(linesOf(['RRULE:FREQ=DAILY', ...times(Math.floor(maxBytes / 50), (at) => `EXDATE:${stamp(at)}Z`)])),
  'changed dates': (random, target) =>
    calendar([
      ...vevent('1@hostile.example', ['SUMMARY:Series', 'RRULE:FREQ=HOURLY;COUNT=900']),
      ...times(scaled(target, random.integer(500, 15_000)), (at) =>
        vevent('1@hostile.example', [`RECURRENCE-ID:${stamp(at)}Z`, `SUMMARY:Changed ${at}`]),
      ).flat(),
    ]),
  'time zones': (random) => {
    const rule = random.pick([impossible, 'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'RRULE:FREQ=DAILY']);
    const count = random.integer(50, 900);
    const dates = times(count, (at) => `RDATE;TZID=Zone ${at}:${stamp(at)}`);
    return calendar([...times(count, (at) => zoneOf(at, rule)).flat(), ...vevent('1@hostile.example', dates)]);
  },
  'tiny lines': (_, target) => inEvent(filled('A:\n', target)),
  'lines without a name': (_, target) => inEvent(filled('?\n', target)),
  'a broken description': (_, target) => inEvent(filled(`DESCRIPTION:x\n${'y\n'.repeat(20_000)}`, target)),
  'empty folds': (_, target) => inEvent(`SUMMARY:x\n${filled(' \n', target)}`),
  'line breaks': (_, target) => inEvent(filled('\r\n', target)),
  'one line': (_, target) => inEvent(`DESCRIPTION:${filled('x', target)}`),
  'blanks in a location': (_, target) => inEvent(filled(`LOCATION:a${' '.repeat(60_000)}b\r\n`, target)),
  'tags in a description': (_, target) =>
    inEvent(filled(`X-ALT-DESC;FMTTYPE=text/html:${'<body '.repeat(10_000)}\r\n`, target)),
  'list items': (random) =>
    events(random.integer(2, 20), () => [`X-ALT-DESC;FMTTYPE=text/html:${'<li>'.repeat(15_000)}`]),
  'parameters of a line': (_, target) => inEvent(filled(`CATEGORIES${';X=";"'.repeat(8_000)}:a,b\r\n`, target)),
  'values of a line': (_, target) => inEvent(filled(`CATEGORIES:${'\\,,'.repeat(20_000)}\r\n`, target)),
  components: () => calendar(times(100_000, () => 'BEGIN:VEVENT\r\nEND:VEVENT')),
  'nested components': () => calendar(times(10_000, () => 'BEGIN:VALARM')),
  'names of components': () => calendar(times(150, () => `BEGIN:${'A'.repeat(60_000)}`)),
  'UTF-16': (random) => Buffer.from(`\ufeff${events(random.integer(10, 3_000), () => [impossible])}`, 'utf16le'),
  'no encoding': (_, { maxBytes }) => Buffer.alloc(maxBytes, Buffer.from([0xff, 0x0a, 0xc3, 0x28])),
  'broken UTF-8': (_, { maxBytes }) =>
    Buffer.concat([
      Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTART:20270501\r\n'),
      Buffer.alloc(maxBytes - 1_000, Buffer.from('SUMMARY:\xff\xfe\x00\r\n', 'latin1')),
      Buffer.from('END:VEVENT\r\nEND:VCALENDAR\r\n'),
    ]),
  'local UIDs': (random, { events: local, uidHost }) =>
    calendar(local.flatMap((event) => claim(event, uidHost, random.happens(0.8) ? event.title : 'Renamed'))),
  'local titles': (_, { events: local }) => calendar(local.flatMap((event) => claim(event, 'elsewhere.example'))),
  'one UID': (random) =>
    calendar(times(random.integer(1_000, 15_000), (at) => vevent('same', [`SUMMARY:Version ${at}`])).flat()),
  'single events': (random, target) => events(scaled(target, random.integer(10, 400)), () => []),
  'no events': () => calendar([]),
  'half a calendar': (random) => {
    const text = events(random.integer(10, 200), () => []);
    return text.slice(0, random.integer(0, text.length));
  },
  'a connection that breaks': (random) => {
    const body = Buffer.from(events(200, () => []));
    return { body, cutAt: random.integer(0, body.length - 1) };
  },
  nothing: () => '',
  'a web page': () => '<!DOCTYPE html><html><body>Sign in</body></html>',
  'an error': (random) => ({ status: random.pick([204, 401, 403, 404, 418, 500, 503]) }),
  'a redirect': (random) => ({
    status: random.pick([301, 302, 307, 308]),
    headers: {
      location: random.pick([
        '/calendar.ics',
        'http://127.0.0.2:1/',
        'http://[::1]:1/',
        'file:///etc/passwd',
        '//',
        '',
      ]),
    },
  }),
  'a gzip bomb': () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) }),
  'a wrong encoding': () => ({ headers: { 'content-encoding': 'gzip' }, body: Buffer.from('no gzip') }),
};

export const hostileKinds: readonly string[] = Object.keys(makers);

/** The calendar of a number: the same number gives the same calendar. Every kind comes in turn. */
export function hostileCalendar(number: number, target: Target, kinds = hostileKinds): HostileCalendar {
  // A few calendars are of different kinds.
  const kind = kinds[(number * 7) % kinds.length] ?? '';
  const made = makers[kind]?.(seededRandom(number), target) ?? '';
  const given = typeof made === 'string' || Buffer.isBuffer(made) ? { body: Buffer.from(made) } : made;
  return { kind, status: 200, headers: {}, body: Buffer.alloc(0), ...given };
}
