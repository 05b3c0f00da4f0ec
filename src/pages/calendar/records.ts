// Types of the API bodies, as far as the pages use them.

export interface ImageBody {
  readonly id: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly sizes?: Readonly<Record<string, { readonly url: string; readonly width: number; readonly height: number }>>;
}

export interface TermInside {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Of categories: `#rrggbb`, or empty. */
  readonly color?: string;
}

export interface VenueBody {
  readonly id: number;
  readonly url: string;
  readonly venue: string;
  readonly slug?: string;
  readonly description?: string;
  readonly image?: ImageBody;
  readonly address?: string;
  readonly city?: string;
  readonly country?: string;
  readonly stateprovince?: string;
  readonly zip?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly geo_lat?: number;
  readonly geo_lng?: number;
  readonly show_map?: boolean;
  readonly show_map_link?: boolean;
  readonly json_ld?: object;
}

export interface OrganizerBody {
  readonly id: number;
  readonly url: string;
  readonly organizer: string;
  readonly slug?: string;
  readonly description?: string;
  readonly image?: ImageBody;
  readonly phone?: string;
  readonly website?: string;
  readonly email?: string;
  readonly json_ld?: object;
}

export interface TermBody extends TermInside {
  readonly url: string;
  readonly description: string;
  readonly count: number;
  readonly parent?: number;
}

export interface TicketBody {
  readonly name: string;
  readonly price?: number;
  readonly currency: string;
  readonly url?: string;
  readonly capacity?: number;
}

/** In lists, the protected fields of an event with a password are blank. */
export interface EventBody {
  readonly id: number;
  readonly url: string;
  readonly rest_url: string;
  /** Publication and last change, in UTC. */
  readonly date_utc: string;
  readonly modified_utc: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly excerpt: string;
  readonly image: ImageBody | false;
  readonly all_day: boolean | null;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly timezone: string;
  readonly start: string;
  readonly end: string;
  readonly cost: string;
  readonly website: string;
  readonly show_map: boolean | null;
  readonly show_map_link: boolean | null;
  readonly sticky: boolean | null;
  readonly event_status: 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled';
  readonly event_status_note: string;
  readonly attendance: 'in_person' | 'online' | 'mixed';
  readonly online_url: string;
  readonly online_url_from: string;
  readonly featured: boolean | null;
  readonly parent: number;
  /** The series of a date; absent for single events. */
  readonly occurrence_of?: number;
  readonly categories: readonly TermInside[];
  readonly tags: readonly TermInside[];
  readonly venue: VenueBody | readonly VenueBody[];
  readonly organizer: readonly OrganizerBody[];
  readonly distance?: number;
  readonly tickets?: readonly TicketBody[];
  readonly json_ld?: object;
}

export interface SeriesBody extends EventBody {
  readonly recurrence: { readonly text: string; readonly next: string | null };
}

/** The keys of an event that lists show. */
export const listedKeys = [
  'id',
  'url',
  'title',
  'slug',
  'excerpt',
  'image',
  'all_day',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'timezone',
  'start',
  'end',
  'cost',
  'sticky',
  'featured',
  'event_status',
  'attendance',
  'parent',
  'occurrence_of',
  'categories',
  'venue',
  'distance',
] as const satisfies readonly (keyof EventBody)[];

export type ListedEvent = Pick<EventBody, (typeof listedKeys)[number]>;

export const venuesOf = ({ venue }: Pick<EventBody, 'venue'>): readonly VenueBody[] =>
  'id' in venue ? [venue] : venue;

/** Lists have `null` here for an event with a password. */
export const isProtected = ({ featured }: Pick<EventBody, 'featured'>): boolean => featured === null;
