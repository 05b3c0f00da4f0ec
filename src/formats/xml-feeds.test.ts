import { decodeXML } from 'entities';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  entryWith,
  feedHead,
  feedOf,
  fullEntry,
  hostileEntry,
  hostileText,
  xmlText,
} from '../../tests/harness/calendar-entries.js';
import { atom } from './atom.js';
import { rss } from './rss.js';
import { escapeXml } from './xml.js';

/** The text of the first element of this name after the start of the first item. */
function textOfElement(feed: string, name: string): string | undefined {
  const item = feed.slice(Math.max(feed.indexOf('<item>'), feed.indexOf('<entry>')));
  const text = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(item)?.[1];
  return text === undefined ? undefined : decodeXML(text);
}

const tagsOf = (feed: string): readonly string[] =>
  [...feed.matchAll(/<(\/?[\w:]+)[^>]*?(\/?)>/g)].map(([, name, end]) => `${name}${end}`);

/** Every start has its end. */
function expectBalanced(feed: string): void {
  const open: string[] = [];
  for (const tag of tagsOf(feed)) {
    if (tag.endsWith('/')) continue;
    if (tag.startsWith('/')) expect(open.pop()).toBe(tag.slice(1));
    else open.push(tag);
  }
  expect(open).toEqual([]);
}

describe('XML', () => {
  test('drops the characters that XML forbids and escapes the others', () => {
    expect(escapeXml('a\u0000b\u000bc\ud800d\ufffee\uffff\u0080')).toBe('abcde');
    expect(escapeXml('<a href="x">\'&\r\n\u2028')).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#13;&#10;&#8232;');
    expect(escapeXml('😀')).toBe('😀');
  });

  test('escaped texts have no markup and no line break, and decode to the same text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(escapeXml(text)).not.toMatch(/[<>"'\r\n\u0085\u2028\u2029]|&(?!#?\w+;)/);
        expect(decodeXML(escapeXml(text))).toBe(xmlText(text));
      }),
    );
  });
});

describe('RSS', () => {
  test('writes the channel and its items', () => {
    expect(
      feedOf(rss, [fullEntry], { ...feedHead, language: 'fr', next: 'https://calendar.example/next?a=1&b=2' }),
    ).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:ev="http://purl.org/rss/1.0/modules/event/">
<channel>
<title>City calendar</title>
<link>https://calendar.example/calendar?categories=12</link>
<description>Everything in town</description>
<language>fr</language>
<lastBuildDate>Sun, 15 Nov 2026 10:20:30 +0000</lastBuildDate>
<generator>Almanac 1.2.3</generator>
<ttl>60</ttl>
<atom:link rel="self" href="https://calendar.example/cal/events/v1/events.ics?categories=12" type="application/rss+xml"/>
<atom:link rel="next" href="https://calendar.example/next?a=1&amp;b=2" type="application/rss+xml"/>
<item>
<title>Jazz night</title>
<link>https://calendar.example/event/jazz-night/</link>
<guid isPermaLink="false">event-41@calendar.example</guid>
<pubDate>Fri, 02 Oct 2026 09:08:07 +0000</pubDate>
<description>Sat, 1 May 2027, 18:00 – 20:00, Town hall&#10;Two sets</description>
<content:encoded>&lt;p&gt;&lt;strong&gt;Sat, 1 May 2027, 18:00 – 20:00, Town hall&lt;/strong&gt;&lt;/p&gt;&#10;&lt;p&gt;Two sets.&lt;/p&gt;&#10;&lt;p&gt;Tickets at the entrance.&lt;/p&gt;</content:encoded>
<category>Music</category>
<category>Jazz, blues</category>
<category>free</category>
<enclosure url="https://calendar.example/media/jazz.jpg" length="12345" type="image/jpeg"/>
<ev:startdate>2027-05-01T18:00:00+02:00</ev:startdate>
<ev:enddate>2027-05-01T20:00:00+02:00</ev:enddate>
<ev:location>Town hall, 1 Main Street, 75004 Paris, France</ev:location>
</item>
</channel>
</rss>
`,
    );
  });

  test('describes an item in HTML that shows its text', () => {
    const place = { name: 'A & <b>', address: '', url: '' };
    const feed = feedOf(rss, [{ ...fullEntry, place, summary: '<img src=x onerror=run()>' }]);
    expect(textOfElement(feed, 'description')).toBe(
      'Sat, 1 May 2027, 18:00 – 20:00, A &amp; &lt;b&gt;\n&lt;img src=x onerror=run()&gt;',
    );
  });

  test('says first when and where, and that an event is cancelled', () => {
    const cancelled = { ...fullEntry, status: 'cancelled', statusLabel: 'Cancelled' } as const;
    for (const format of [rss, atom]) {
      const feed = feedOf(format, [cancelled]);
      expect(textOfElement(feed, 'title')).toBe('Cancelled: Jazz night');
      expect(textOfElement(feed, format === rss ? 'description' : 'summary')).toBe(
        'Sat, 1 May 2027, 18:00 – 20:00, Town hall\nTwo sets',
      );
    }
    const named = { ...fullEntry, place: { name: 'A < B & C', address: '', url: '' } };
    expect(textOfElement(feedOf(rss, [named]), 'content:encoded')).toContain('A &lt; B &amp; C</strong>');
  });

  test('has the elements that RSS requires, also without texts', () => {
    const feed = feedOf(rss, [entryWith({ title: '', summary: '', text: '', html: '' })], {
      ...feedHead,
      title: '',
      description: '',
    });
    const channel = feed.slice(0, feed.indexOf('<item>'));
    for (const name of ['title', 'link', 'description'])
      expect(channel).toMatch(new RegExp(`<${name}>[^<]+</${name}>`));
    expect(textOfElement(feed, 'title')).toBe('https://calendar.example/event/jazz-night/');
  });
});

describe('Atom', () => {
  test('writes the feed and its entries', () => {
    const feed = feedOf(atom, [fullEntry], { ...feedHead, language: 'fr', next: 'https://calendar.example/next' });
    expect(feed.replace(/urn:uuid:[\da-f-]{36}/g, 'urn:uuid:…')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/" xml:lang="fr">
<id>urn:uuid:…</id>
<title>City calendar</title>
<subtitle>Everything in town</subtitle>
<updated>2026-11-15T10:20:30Z</updated>
<link rel="self" href="https://calendar.example/cal/events/v1/events.ics?categories=12" type="application/atom+xml"/>
<link rel="alternate" href="https://calendar.example/calendar?categories=12" type="text/html"/>
<link rel="next" href="https://calendar.example/next" type="application/atom+xml"/>
<author>
<name>The city</name>
</author>
<generator version="1.2.3">Almanac</generator>
<entry>
<id>urn:uuid:…</id>
<title>Jazz night</title>
<updated>2026-11-15T10:20:30Z</updated>
<published>2026-10-02T09:08:07Z</published>
<link rel="alternate" href="https://calendar.example/event/jazz-night/" type="text/html"/>
<link rel="enclosure" href="https://calendar.example/media/jazz.jpg" type="image/jpeg" length="12345"/>
<summary>Sat, 1 May 2027, 18:00 – 20:00, Town hall&#10;Two sets</summary>
<content type="html">&lt;p&gt;Two sets.&lt;/p&gt;&#10;&lt;p&gt;Tickets at the entrance.&lt;/p&gt;</content>
<contributor>
<name>Jazz Society</name>
<uri>https://jazz.example/</uri>
<email>info@jazz.example</email>
</contributor>
<contributor>
<name>Second Society</name>
<email>two@jazz.example</email>
</contributor>
<category term="Music"/>
<category term="Jazz, blues"/>
<category term="free"/>
<ev:startdate>2027-05-01T18:00:00+02:00</ev:startdate>
<ev:enddate>2027-05-01T20:00:00+02:00</ev:enddate>
<ev:location>Town hall, 1 Main Street, 75004 Paris, France</ev:location>
</entry>
</feed>
`);
  });

  test('ids depend on the UID only', () => {
    const idOf = (feed: string): string | undefined => textOfElement(feed, 'id');
    const id = idOf(feedOf(atom, [fullEntry]));
    expect(idOf(feedOf(atom, [{ ...fullEntry, title: 'Other', modified: '2027-01-01 00:00:00' }]))).toBe(id);
    expect(idOf(feedOf(atom, [{ ...fullEntry, uid: 'other' }]))).not.toBe(id);
  });
});

describe('hostile texts in XML feeds', () => {
  test.each([
    ['rss', rss, 'guid', 'content:encoded'],
    ['atom', atom, undefined, 'content'],
  ] as const)('add no element to %s', (_name, format, id, content) => {
    fc.assert(
      fc.property(hostileEntry, (entry) => {
        const feed = feedOf(format, [entry], { ...feedHead, title: entry.title, description: entry.text });
        expectBalanced(feed);
        const known = new Set(tagsOf(feedOf(format, [fullEntry], feedHead)).map((tag) => tag.replaceAll('/', '')));
        for (const tag of tagsOf(feed)) expect([...known, 'title']).toContain(tag.replaceAll('/', ''));
        const title = xmlText(entry.title) || (id ? xmlText(entry.url) : undefined);
        expect(textOfElement(feed, 'title')).toBe(title);
        if (id) expect(textOfElement(feed, id)).toBe(xmlText(entry.uid));
        // RSS has date and place in front of the text.
        if (xmlText(entry.html) !== '') expect(textOfElement(feed, content)?.endsWith(xmlText(entry.html))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
