// The records of the old site, as its database has them. Texts are as the site shows them: with entities and markup.

export const oldStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type OldStatus = (typeof oldStatuses)[number];

export interface OldPost {
  id: number;
  status: OldStatus;
  author: number;
  dateUtc: string;
  modifiedUtc: string;
  slug: string;
  title: string;
  description: string;
  /** ID of an attachment, 0 for none. */
  image: number;
  /** The lists count it and do not show it. */
  isLost?: boolean;
}

export interface OldCost {
  /** As it was typed. */
  readonly typed: string;
  /** As the site shows it: with its own symbol if the event has none. */
  readonly text: string;
  /** Of the event itself; empty for the symbol of the site. */
  readonly symbol: string;
  readonly position: string;
  readonly values: readonly string[];
}

export interface OldEvent extends OldPost {
  excerpt: string;
  start: string;
  end: string;
  /** Usually computed; some sites have stored wrong ones. */
  utcStart: string;
  utcEnd: string;
  zone: string;
  allDay: boolean;
  cost: OldCost;
  /** As it was typed. The API shows it with entities, and the page of the event if it is empty. */
  website: string;
  showMap: boolean;
  hidden: boolean;
  sticky: boolean;
  featured: boolean;
  password: string;
  categories: readonly number[];
  tags: readonly number[];
  venues: readonly number[];
  organizers: readonly number[];
  ticketed: boolean;
  /** As the site stores it. */
  eventStatus?: 'canceled' | 'postponed';
  /** Raw. */
  statusReason?: string;
  /** Of the paid edition. */
  isVirtual?: boolean;
  virtualUrl?: string;
  menuOrder?: number;
  /** The site has stored no dates: no list shows the event. */
  isDateless?: boolean;
  /** End of the URL of a date of a series, which shares its slug with the others: `2027-05-01`, `2027-05-01/2`. */
  date?: string;
}

/** A recurring event of the paid edition. Its dates are rows with IDs of their own. */
export interface OldSeries {
  /** Of the post that the dates belong to. */
  readonly id: number;
  /** Of the post that the edition makes beside it, which is no event. */
  readonly groupId: number;
  readonly slug: string;
  /** Rules as the block editor stores them, as JSON. */
  readonly rules: string;
}

export interface OldVenue extends OldPost {
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  website: string;
  /** Shown by `wp/v2` only. */
  coordinates?: { readonly lat: string; readonly lng: string };
  hidesMap?: boolean;
  /** `tribe/events/v1` does not say whether its map is shown. */
  hasNoFlags?: boolean;
  /** `wp/v2` says false of what was never stored, although its map is shown. */
  storesNoFlags?: boolean;
  password?: string;
}

export interface OldOrganizer extends OldPost {
  phone: string;
  website: string;
  email: string;
}

export interface OldTerm {
  id: number;
  name: string;
  slug: string;
  description: string;
  parent: number;
}

export interface OldFile {
  /** Below `/wp-content/uploads/`. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

export interface OldMedia extends OldPost {
  readonly type: string;
  readonly alt: string;
  readonly file: OldFile;
  readonly sizes: Readonly<Record<string, OldFile>>;
}

export interface OldUser {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

export interface OldData {
  readonly zone: string;
  /** Single events and dates of series. */
  readonly events: OldEvent[];
  readonly series: OldSeries[];
  readonly venues: OldVenue[];
  readonly organizers: OldOrganizer[];
  readonly categories: OldTerm[];
  readonly tags: OldTerm[];
  readonly media: OldMedia[];
  readonly users: OldUser[];
}
