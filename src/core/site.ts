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

/** A stored image that the site uses for itself. */
export interface SiteImage {
  readonly id: number;
  /** URL of the original size, relative to the site. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export const views = ['month', 'list', 'week', 'day', 'places'] as const;
export const weekStarts = ['language', 'monday', 'sunday', 'saturday'] as const;
export const dateFormats = ['language', 'day-month', 'month-day', 'iso'] as const;
export const timeFormats = ['language', '24', '12'] as const;
export const submitters = ['nobody', 'users', 'anyone'] as const;

/** Settings of the site that an administrator can change while it runs. */
export interface SiteSettings {
  /** Shown in pages and feeds. */
  readonly name: string;
  readonly tagline: string;
  readonly logo: SiteImage | undefined;
  readonly icon: SiteImage | undefined;
  /** `#rrggbb`; empty for the default colours. */
  readonly accent: string;
  readonly zone: string;
  /** Language codes, the default first; empty for a site in one language. */
  readonly languages: readonly string[];
  readonly weekStart: (typeof weekStarts)[number];
  readonly dateFormat: (typeof dateFormats)[number];
  readonly timeFormat: (typeof timeFormats)[number];
  /** The view that the home page shows. */
  readonly defaultView: (typeof views)[number];
  /** Events per page of the list view. */
  readonly eventsPerPage: number;
  readonly footer: {
    readonly text: string;
    readonly links: readonly { readonly label: string; readonly url: string }[];
    /** Whether the footer names the software. */
    readonly showsCredit: boolean;
  };
  /** Maps on pages: URL templates of their images and of links to a map, and the credit below them. */
  readonly maps: { readonly tiles: string; readonly attribution: string; readonly link: string };
  /** `#rrggbb`, used in turn for categories without a colour of their own; empty for none. */
  readonly categoryColors: readonly string[];
  /** Who may submit events through the public form. */
  readonly submitters: (typeof submitters)[number];
}

export const standard: Extensions & SiteSettings = {
  geolocation: true,
  tickets: true,
  recurrence: true,
  recurrenceMonths: 60,
  name: 'Almanac',
  tagline: '',
  logo: undefined,
  icon: undefined,
  accent: '',
  zone: 'UTC',
  languages: [],
  weekStart: 'language',
  dateFormat: 'language',
  timeFormat: 'language',
  defaultView: 'month',
  eventsPerPage: 20,
  footer: { text: '', links: [], showsCredit: true },
  maps: { tiles: '', attribution: '', link: '' },
  categoryColors: [],
  submitters: 'nobody',
};

export interface Site extends Extensions, SiteSettings {
  /** Public URL without a trailing slash. */
  readonly baseUrl: string;
  /** Host in the UIDs of feeds; it stays when the base URL changes. */
  readonly uidHost: string;
  readonly perPage: number;
  readonly version: string;
}
