// Response formats. A format encodes a JSON body to bytes; a feed format writes a list item by item, so that a list of any
// length can be streamed.
import type { CalendarEntry } from './calendar-entry.js';

export interface Encoded {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** A value that is JSON already. Bodies may contain arrays of them, or be one. */
export class EncodedJson {
  constructor(readonly bytes: Buffer) {}

  /** For encodings that cannot copy the bytes, such as indented JSON. */
  toJSON(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}

export interface Format {
  /** Part of the cache key. */
  readonly name: string;
  /** The media type in `Accept`. */
  readonly mediaType: string;
  /** `switches` are the query parameters that affect the encoding, such as `_pretty`. */
  readonly encode: (body: unknown, switches: Readonly<Record<string, unknown>>) => Encoded;
}

/** Media types of the feed formats, by the suffix of their URLs. */
export const feedTypes = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  jsonfeed: 'application/feed+json',
  jscalendar: 'application/jscalendar+json',
  jsonld: 'application/ld+json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

/** The values that a feed format needs of a record: as a calendar entry, as the JSON of the API, as JSON-LD, or as the
 * cells of a table by column. */
export interface FeedItems {
  readonly entries: CalendarEntry;
  readonly bodies: unknown;
  readonly data: object;
  readonly cells: Readonly<Record<string, string>>;
}

/** A feed as a whole. */
export interface FeedHead {
  readonly title: string;
  readonly description: string;
  readonly siteName: string;
  /** URLs of the site's images, and its colour, `#rrggbb`. */
  readonly logo?: string;
  readonly icon?: string;
  readonly color?: string;
  /** Names no software, where the format allows that. */
  readonly hidesGenerator?: boolean;
  /** URL of this feed. */
  readonly self: string;
  /** The page that shows the same list. */
  readonly page: string;
  /** The next page of a feed that is not complete. */
  readonly next?: string;
  /** Time zone of the site. */
  readonly zone: string;
  readonly language?: string;
  readonly version: string;
  readonly now: string;
  /** Newest change, in UTC; absent if unknown. */
  readonly modified?: string;
  /** Columns of `cells`, in order. */
  readonly columns: readonly string[];
  /** Also writes the HTML of entries, where the format leaves it out by default. */
  readonly html: boolean;
}

export interface FeedWriter<Item> {
  start(): string;
  /** A method, so that formats of all kinds of items fit in one list. */
  item(item: Item): string;
  end(): string;
}

export interface FeedFormat<Kind extends keyof FeedItems = keyof FeedItems> {
  /** Suffix of the URL, and part of the cache key. */
  readonly name: string;
  readonly mediaType: string;
  readonly contentType: string;
  readonly items: Kind;
  /** All records of the list in order of their start; absent: one page at a time, newest first. */
  readonly isUnpaged?: true;
  /** A writer may keep state between items, such as the time zones it has written. */
  readonly open: (head: FeedHead) => FeedWriter<FeedItems[Kind]>;
}
