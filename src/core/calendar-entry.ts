// An entry of a calendar feed: what every feed format shows of a record, independent of the format. Texts are plain unless
// they say otherwise, times are `YYYY-MM-DD HH:MM:SS`.

export interface CalendarEntry {
  /** The same in every feed, for ever. */
  readonly uid: string;
  /** Rises with each change that subscribers must notice: times, place, recurrence, status. */
  readonly sequence: number;
  readonly title: string;
  /** With line breaks and link targets. */
  readonly text: string;
  readonly html: string;
  readonly summary: string;
  /** The page of the record. */
  readonly url: string;
  readonly allDay: boolean;
  /** Local times in `timezone`; the last day of an all-day entry is included. */
  readonly start: string;
  readonly end: string;
  /** Instants in UTC. */
  readonly utcStart: string;
  readonly utcEnd: string;
  /** A name such as Europe/Paris, or a fixed offset such as UTC+2. */
  readonly timezone: string;
  /** The times as a person writes them, in the language of the texts. A function, because few formats show them. */
  readonly when: () => string;
  readonly created: string;
  readonly modified: string;
  readonly published: string;
  readonly status: EntryStatus;
  /** The status as a person writes it; empty for a scheduled entry. */
  readonly statusLabel: string;
  readonly statusNote: string;
  /** Address of the online meeting; empty if there is none or it is not public yet. */
  readonly onlineUrl: string;
  readonly place?: EntryPlace | undefined;
  readonly contacts: readonly EntryContact[];
  /** Names of what the record is filed under. */
  readonly topics: readonly string[];
  /** Further words that describe it. */
  readonly keywords: readonly string[];
  readonly image?: EntryImage | undefined;
  readonly cost: string;
  /** The record's own website; empty if it has none. */
  readonly website: string;
  /** Language of the texts; absent on monolingual sites. */
  readonly language?: string | undefined;
  /** A series: its rule and the dates that differ from it. */
  readonly recurrence?: EntryRecurrence;
  /** A date of a series that differs from it: the local start that the rule gave. */
  readonly originalStart?: string;
}

export type EntryStatus = 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled';

export interface EntryPlace {
  readonly name: string;
  /** On one line, without the name. */
  readonly address: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly url: string;
}

export interface EntryContact {
  readonly name: string;
  readonly email: string;
  readonly url: string;
}

export interface EntryImage {
  readonly url: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export interface EntryRecurrence {
  /** In the syntax of iCalendar, UNTIL as local time; empty for a list of dates. */
  readonly rule: string;
  /** Additional local starts; with `end` if the length differs. */
  readonly dates: readonly { readonly start: string; readonly end?: string }[];
  /** Local starts without an entry. */
  readonly except: readonly string[];
  /** Entries with an `originalStart` and the UID of the series. */
  readonly changed: readonly CalendarEntry[];
}
