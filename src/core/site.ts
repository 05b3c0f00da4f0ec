// The site: base URL, time zone, languages and extensions.

/** Optional features of an installation. */
export interface Extensions {
  /** Language codes, the default first; empty for a site in one language. */
  readonly languages: readonly string[];
  readonly geolocation: boolean;
  readonly tickets: boolean;
  readonly recurrence: boolean;
  /** How far ahead the dates of a series exist. */
  readonly recurrenceMonths: number;
}

export const standard: Extensions = {
  languages: [],
  geolocation: true,
  tickets: true,
  recurrence: true,
  recurrenceMonths: 60,
};

export interface Site extends Extensions {
  /** Shown in pages and feeds. */
  readonly name: string;
  /** Public URL without a trailing slash. */
  readonly baseUrl: string;
  /** Host in the UIDs of feeds; it stays when the base URL changes. */
  readonly uidHost: string;
  readonly zone: string;
  readonly perPage: number;
  readonly version: string;
}
