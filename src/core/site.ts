// The installation: its address, clock and languages, and what it has switched on.

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
