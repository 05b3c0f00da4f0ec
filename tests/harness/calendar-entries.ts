// Calendar entries and feeds for tests of the feed formats, plain and hostile.
import fc from 'fast-check';
import type { CalendarEntry } from '../../src/core/calendar-entry.js';
import type { FeedFormat, FeedHead, FeedItems } from '../../src/core/format.js';
import { toInstant } from '../../src/core/time/zone.js';

export const feedHead: FeedHead = {
  title: 'City calendar',
  description: 'Everything in town',
  siteName: 'The city',
  self: 'https://calendar.example/cal/events/v1/events.ics?categories=12',
  page: 'https://calendar.example/calendar?categories=12',
  zone: 'Europe/Paris',
  version: '1.2.3',
  now: '2026-11-16 08:00:00',
  modified: '2026-11-15 10:20:30',
  columns: ['NAME', 'NOTE'],
  html: false,
};

/** The instants follow from the local times. */
export function entryWith(values: Partial<CalendarEntry> = {}): CalendarEntry {
  const { start = '2027-05-01 18:00:00', end = '2027-05-01 20:00:00', timezone = 'Europe/Paris' } = values;
  return {
    uid: 'event-41@calendar.example',
    sequence: 3,
    title: 'Jazz night',
    text: 'Two sets.\nTickets at the entrance.',
    html: '<p>Two sets.</p>\n<p>Tickets at the entrance.</p>',
    summary: 'Two sets',
    url: 'https://calendar.example/event/jazz-night/',
    allDay: false,
    start,
    end,
    utcStart: toInstant(start, timezone).instant,
    utcEnd: toInstant(end, timezone).instant,
    timezone,
    when: () => 'Sat, 1 May 2027, 18:00 – 20:00',
    created: '2026-10-01 07:00:00',
    modified: '2026-11-15 10:20:30',
    published: '2026-10-02 09:08:07',
    status: 'scheduled',
    statusLabel: '',
    statusNote: '',
    onlineUrl: '',
    contacts: [],
    topics: [],
    keywords: [],
    cost: '',
    website: '',
    ...values,
  };
}

export const fullEntry = entryWith({
  place: {
    name: 'Town hall',
    address: '1 Main Street, 75004 Paris, France',
    latitude: 48.8566,
    longitude: 2.3522,
    url: 'https://calendar.example/venue/town-hall/',
  },
  contacts: [
    { name: 'Jazz Society', email: 'info@jazz.example', url: 'https://jazz.example/' },
    { name: 'Second Society', email: 'two@jazz.example', url: '' },
  ],
  topics: ['Music', 'Jazz, blues'],
  keywords: ['free', 'Music'],
  image: { url: 'https://calendar.example/media/jazz.jpg', mediaType: 'image/jpeg', bytes: 12_345 },
  cost: '10 €',
  website: 'https://jazz.example/night',
  statusNote: 'Moved to the large hall',
  status: 'rescheduled',
  onlineUrl: 'https://meet.example/jazz?room=1,2',
  language: 'fr',
});

/** The whole feed of a format. */
export function feedOf<Kind extends keyof FeedItems>(
  format: FeedFormat<Kind>,
  items: readonly FeedItems[Kind][],
  head: FeedHead = feedHead,
): string {
  const writer = format.open(head);
  return [writer.start(), ...items.map((item) => writer.item(item)), writer.end()].join('');
}

const hostileParts = [
  '\r\nBEGIN:VEVENT\r\nSUMMARY:injected\r\nEND:VEVENT',
  '\nATTENDEE:mailto:injected@example.org',
  '\rDTSTART:19700101',
  '\u0085STATUS:CANCELLED',
  '\u2028URL:http://injected.example/',
  '\u2029X-INJECTED:1',
  '\u000bX-INJECTED:1\u000c\u001c\u001d\u001e',
  '\u0000\u0001\u0007\u001b[31m\u007f\u0080\u009f',
  '\\n\\N\\\\;,:"^\'^n',
  '</title><script>alert(1)</script>]]><!--',
  '&amp;&lt;&#0;&bogus;',
  '=HYPERLINK("http://injected.example","x")',
  '+1-1@SUM(A1)',
  '\t=1+1',
  '"quoted", "and, separated"',
  '\ud800 lone \udc00',
  '😀👩‍👩‍👧‍👦🏳️‍🌈',
  'ééééééééééééééééééééééééééééééééééééééééé',
  '日本語の長いテキスト日本語の長いテキスト日本語の長いテキスト',
  'a\u0301\u200d\u202e\ufeff\ufffe\uffff',
  ' leading and trailing ',
  '{"@type":"Event"},\n{"a":1}',
];

/** Texts that try to break out of every format, next to arbitrary ones. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...hostileParts), weight: 3 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
      { arbitrary: fc.string({ maxLength: 100 }), weight: 1 },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Entries with a hostile text in every field that people write. */
export const hostileEntry: fc.Arbitrary<CalendarEntry> = fc
  .array(hostileText, { minLength: 16, maxLength: 16 })
  .map((texts) => {
    const at = (index: number): string => texts[index] ?? '';
    return entryWith({
      uid: `hostile-${at(0)}`,
      title: at(1),
      text: at(2),
      html: at(3),
      summary: at(4),
      statusNote: at(5),
      place: { name: at(6), address: at(7), url: `https://calendar.example/${at(8)}` },
      contacts: [
        { name: at(9), email: `a${at(10)}@example.org`, url: `https://calendar.example/${at(8)}` },
        { name: at(11), email: at(12), url: '' },
      ],
      topics: [at(13), at(14)],
      keywords: [at(15)],
      url: `https://calendar.example/${at(8)}`,
      onlineUrl: `https://calendar.example/${at(10)}`,
      image: { url: `https://calendar.example/${at(8)}`, mediaType: `image/${at(4)}`, bytes: 1 },
      language: `fr${at(5)}`,
      website: `https://calendar.example/${at(12)}`,
      cost: at(14),
    });
  });

/** A text as iCalendar has it: line breaks are LF, other control characters than tabs and spaces around it are dropped. */
export const icalText = (text: string): string =>
  text
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/^[^\S\n]+|[^\S\n]+$/g, '')
    .toWellFormed();

/** A text as XML has it: NEL is LF, other control characters are dropped. */
export const xmlText = (text: string): string =>
  text
    .replaceAll('\u0085', '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff\ud800-\udfff]/gu, '');
