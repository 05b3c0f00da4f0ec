// What every step of a request is told besides its data: who asks, through which mount, where and when.
import type { Actor } from './actor.js';

/** A mount over the one set of data: its address and the few ways in which the two mounts differ. */
export interface Profile {
  readonly name: 'native' | 'dropin';
  /** Path of the namespace, without a trailing slash. */
  readonly prefix: string;
  readonly namespace: string;
  /** Path of the index above the namespace. */
  readonly index: string;
  /** An unknown id or slug is 404 everywhere, and so is a record that the caller may not read; or it is mostly an invalid
   * parameter, and such a record is 403. */
  readonly unknownIsMissing: boolean;
  /** A trashed record is 410 for those who may know of it, or 403 and readable where the resource says so. */
  readonly trashIsGone: boolean;
  readonly tellsWrongMethod: boolean;
  /** Terms answer a page past the end with an empty list. */
  readonly emptyTermPages: boolean;
  readonly maxPerPage: number;
  /** Impossible days roll over and single letters are zones. */
  readonly lenientDates: boolean;
  readonly offsets: 'honour' | 'ignore';
  /** The zone of strict times that name none. */
  readonly strictZone: 'site' | 'UTC';
  /** A list with a start and no end holds two years from that start, or from today. */
  readonly windowFollowsStart: boolean;
  /** Searching events looks at names of linked records, too. */
  readonly searchesLinks: boolean;
  /** A list without dates holds what is running, too. */
  readonly listsRunning: boolean;
  /** Creating a venue or organizer that is known answers the known one. */
  readonly reusesKnown: boolean;
  readonly refusesUnknownTerms: boolean;
  /** Titles, names and other plain text come in as rendered HTML: their entities are decoded. */
  readonly decodesEntities: boolean;
  /** Unknown tokens count as none when reading, and a nonce is checked. */
  readonly ignoresUnknownTokens: boolean;
  readonly jsonp: boolean;
  /** OPTIONS tells the schema of a record, too. */
  readonly tellsSchema?: true;
  /** Has what the console works with: forms, previews, people and sessions. */
  readonly console: boolean;
}

/** What an installation may switch on and off. */
export interface Extensions {
  /** Codes of its languages, the default first; empty when texts are kept in one language only. */
  readonly languages: readonly string[];
  readonly geolocation: boolean;
  readonly tickets: boolean;
}

export const standard: Extensions = { languages: [], geolocation: true, tickets: true };

export interface Site extends Extensions {
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  readonly zone: string;
  readonly perPage: number;
  readonly version: string;
}

export interface Call {
  readonly actor: Actor;
  readonly profile: Profile;
  readonly site: Site;
  /** One of the site's languages; absent while texts are kept in one language only. */
  readonly language?: string;
  /** The change comes from a form (`context=edit`), where some fields are entered as one. */
  readonly form?: true;
  /** The present moment, `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
}
