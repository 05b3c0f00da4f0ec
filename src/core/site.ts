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
export type View = (typeof views)[number];
export const weekStarts = ['language', 'monday', 'sunday', 'saturday'] as const;
export const dateFormats = ['language', 'day-month', 'month-day', 'iso'] as const;
export const timeFormats = ['language', '24', '12'] as const;
export const submitters = ['nobody', 'users', 'anyone'] as const;

/** Settings that an environment variable sets, by the name of the setting. */
export type LockedSettings = Readonly<Record<string, { readonly variable: string; readonly value: unknown }>>;

/** Settings of the site that an administrator can change while it runs. */
export interface SiteSettings {
  /** Shown in pages and feeds. */
  readonly name: string;
  readonly tagline: string;
  readonly logo: SiteImage | undefined;
  /** The logo on dark pages. */
  readonly logoDark: SiteImage | undefined;
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
  readonly defaultView: View;
  /** Events per page of the list view. */
  readonly eventsPerPage: number;
  readonly footer: {
    readonly text: string;
    readonly links: readonly { readonly label: string; readonly url: string }[];
    /** Whether the footer names the software. */
    readonly showsCredit: boolean;
    /** Whether the footer links to documentation and API. */
    readonly showsDeveloperLinks: boolean;
  };
  /** Maps on pages: URL templates of their images and of links to a map, the credit below them, and whether they are shown
   * without a click. */
  readonly maps: {
    readonly tiles: string;
    readonly attribution: string;
    readonly link: string;
    readonly opens: boolean;
  };
  /** `#rrggbb`, used in turn for categories without a colour of their own; empty for none. */
  readonly categoryColors: readonly string[];
  /** Who may submit events through the public form. */
  readonly submitters: (typeof submitters)[number];
  readonly submissions: {
    /** Texts of the form; empty for the usual ones. */
    readonly intro: string;
    readonly thanks: string;
    /** Names of further required fields. */
    readonly required: readonly string[];
    /** Name and email address of a sender are deleted after so many days. */
    readonly days: number;
  };
  /** Whether there is a mail server, and address and name of the sender; empty for the usual ones. */
  readonly mail: { readonly isOn: boolean; readonly from: string; readonly name: string };
  /** Links in mails begin with it, never with a host from a request. Without a trailing slash; empty if it is not known. */
  readonly publicUrl: string;
  /** Whether assistants may make changes by MCP, each with the rights of its application password. */
  readonly assistantWrites: boolean;
}

export const standard: Extensions & SiteSettings & Pick<Site, 'locked'> = {
  geolocation: true,
  tickets: true,
  recurrence: true,
  recurrenceMonths: 60,
  name: 'Almanac',
  tagline: '',
  logo: undefined,
  logoDark: undefined,
  icon: undefined,
  accent: '',
  zone: 'UTC',
  languages: [],
  weekStart: 'language',
  dateFormat: 'language',
  timeFormat: 'language',
  defaultView: 'list',
  eventsPerPage: 20,
  footer: { text: '', links: [], showsCredit: true, showsDeveloperLinks: true },
  maps: {
    tiles: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors https://www.openstreetmap.org/copyright',
    link: '',
    opens: false,
  },
  categoryColors: [],
  submitters: 'nobody',
  submissions: { intro: '', thanks: '', required: [], days: 365 },
  mail: { isOn: false, from: '', name: '' },
  publicUrl: '',
  assistantWrites: false,
  locked: {},
};

/** The site as it is now: settings can change while the service runs. */
export interface LiveSite {
  /** With the settings last read. */
  readonly current: () => Site;
  /** False after a change that was not read yet: what is made from `current` must not be cached. */
  readonly isCurrent: () => boolean;
  /** Reads the settings if they changed; includes every change that was acknowledged before the call. */
  readonly refresh: () => Promise<void>;
  /** With settings that are not saved. Images are referred to by `id`; locked settings stay as they are. */
  readonly preview: (unsaved: Readonly<Record<string, unknown>>) => Promise<Site>;
  /** For a base URL that is known only after the server listens. */
  readonly setBaseUrl: (baseUrl: string) => void;
}

export interface Site extends Extensions, SiteSettings {
  readonly locked: LockedSettings;
  /** Public URL without a trailing slash. */
  readonly baseUrl: string;
  /** Host in the UIDs of feeds; it stays when the base URL changes. */
  readonly uidHost: string;
  readonly perPage: number;
  readonly version: string;
}
