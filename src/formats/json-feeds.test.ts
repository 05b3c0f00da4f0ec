import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedHead, feedOf, fullEntry, hostileEntry, hostileText } from '../../tests/harness/calendar-entries.js';
import { jscalendar } from './jscalendar.js';
import { jsonText } from './json-text.js';
import { jsonfeed } from './jsonfeed.js';
import { jsonld } from './jsonld.js';
import { ndjson } from './ndjson.js';

const parsed = (feed: string): Record<string, unknown> => JSON.parse(feed) as Record<string, unknown>;

describe('JSON of feeds', () => {
  test('has one line in every sense, and comes back with valid Unicode', () => {
    fc.assert(
      fc.property(fc.array(hostileText), (texts) => {
        expect(jsonText(texts)).not.toMatch(/[\u0000-\u001f\u0085\u2028\u2029]/);
        expect(JSON.parse(jsonText(texts))).toEqual(texts.map((text) => text.toWellFormed()));
      }),
    );
  });

  test('keeps a backslash before the letters of a surrogate', () => {
    expect(JSON.parse(jsonText(['\\ud800', 'a\ud800']))).toEqual(['\\ud800', 'a\ufffd']);
  });
});

describe('JSON Feed', () => {
  test('writes the feed and its items', () => {
    expect(
      parsed(feedOf(jsonfeed, [fullEntry], { ...feedHead, next: 'https://calendar.example/next', language: 'fr' })),
    ).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'City calendar',
      home_page_url: feedHead.page,
      feed_url: feedHead.self,
      description: 'Everything in town',
      authors: [{ name: 'The city' }],
      language: 'fr',
      next_url: 'https://calendar.example/next',
      items: [
        {
          id: 'event-41@calendar.example',
          url: 'https://calendar.example/event/jazz-night/',
          external_url: 'https://jazz.example/night',
          title: 'Jazz night',
          content_html: '<p>Two sets.</p>\n<p>Tickets at the entrance.</p>',
          summary: 'Sat, 1 May 2027, 18:00 – 20:00, Town hall\nTwo sets',
          image: 'https://calendar.example/media/jazz.jpg',
          date_published: '2026-10-02T09:08:07Z',
          date_modified: '2026-11-15T10:20:30Z',
          authors: [{ name: 'Jazz Society', url: 'https://jazz.example/' }, { name: 'Second Society' }],
          tags: ['Music', 'Jazz, blues', 'free'],
          language: 'fr',
          attachments: [
            { url: 'https://calendar.example/media/jazz.jpg', mime_type: 'image/jpeg', size_in_bytes: 12_345 },
          ],
          _almanac: {
            start: '2027-05-01T18:00:00',
            end: '2027-05-01T20:00:00',
            utc_start: '2027-05-01T16:00:00Z',
            utc_end: '2027-05-01T18:00:00Z',
            timezone: 'Europe/Paris',
            all_day: false,
            status: 'rescheduled',
            status_note: 'Moved to the large hall',
            online_url: 'https://meet.example/jazz?room=1,2',
            cost: '10 €',
            venue: {
              name: 'Town hall',
              address: '1 Main Street, 75004 Paris, France',
              latitude: 48.8566,
              longitude: 2.3522,
              url: 'https://calendar.example/venue/town-hall/',
            },
          },
        },
      ],
    });
  });

  test('every item has a content, also an empty one', () => {
    const { items } = parsed(feedOf(jsonfeed, [{ ...fullEntry, html: '', text: '' }])) as { items: readonly object[] };
    expect(items[0]).toMatchObject({ content_text: '' });
  });
});

describe('JSON-LD', () => {
  test('is a numbered list', () => {
    const feed = feedOf(jsonld, [
      { '@type': 'Event', name: 'a' },
      { '@type': 'Event', name: 'b' },
    ]);
    expect(parsed(feed)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: 'City calendar',
      description: 'Everything in town',
      url: feedHead.page,
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: { '@type': 'Event', name: 'a' } },
        { '@type': 'ListItem', position: 2, item: { '@type': 'Event', name: 'b' } },
      ],
    });
  });
});

describe('NDJSON', () => {
  test('has one record per line for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ title: hostileText, id: fc.nat() })), (bodies) => {
        const lines = feedOf(ndjson, bodies).split(/\r\n|[\r\n\v\f\u001c-\u001e\u0085\u2028\u2029]/);
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line))).toEqual(
          bodies.map(({ title, id }) => ({ title: title.toWellFormed(), id })),
        );
      }),
    );
  });
});

describe('JSON feeds', () => {
  test.each([jsonfeed, jscalendar])('of $name without an item are valid', (format) => {
    const { items, entries } = parsed(feedOf(format, [])) as { items?: unknown; entries?: unknown };
    expect(items ?? entries).toEqual([]);
  });

  test('hostile texts come back equal', () => {
    fc.assert(
      fc.property(hostileEntry, (entry) => {
        const feed = parsed(feedOf(jsonfeed, [entry, entry])) as { items: readonly { title: string; id: string }[] };
        expect(feed.items.map(({ title }) => title)).toEqual(
          [entry.title, entry.title].map((text) => text.toWellFormed()),
        );
        const group = parsed(feedOf(jscalendar, [entry])) as { entries: readonly { uid: string; title: string }[] };
        expect(group.entries).toMatchObject([{ uid: entry.uid.toWellFormed(), title: entry.title.toWellFormed() }]);
      }),
    );
  });
});
