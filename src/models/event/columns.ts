// The columns of an event. Plain fields come first: stored and shown as given.
import {
  blankValues,
  classColumn,
  concealed,
  copied,
  derived,
  flagColumn,
  greatestFirst,
  integerColumn,
  jsonColumn,
  perRow,
  rareTextColumn,
  secret,
  sparseIdColumn,
  sparseJsonColumn,
  sparseListColumn,
  sparseTextColumn,
  textColumn,
  unlisted,
  wordClassColumn,
  wordColumn,
} from '../../core/column.js';
import { choice } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { lineText } from '../../core/kinds/text.js';
import { noCost, webPage } from '../../core/kinds/web.js';
import type { RowIn } from '../../core/store.js';
import { stored, storedColumns } from '../../core/stored.js';
import type { CategoryRow } from '../category/columns.js';
import { imageColumns } from '../families/image.js';
import { postColumns } from '../families/post.js';
import type { TermRow } from '../families/term.js';
import type { OrganizerRow } from '../organizer/columns.js';
import type { VenueRow } from '../venue/columns.js';
import { durationClassDays } from './duration.js';
import type { SeriesRule } from './series-rule.js';
import type { Ticket } from './ticket.js';

export const eventFields = {
  show_map: stored(flag, flagColumn, 'Show a map on the event page.', {
    default: false,
    inForm: { suggested: true, help: 'Needs a venue with a position.' },
    example: true,
    csv: { name: 'EVENT SHOW MAP', aliases: ['show map'] },
  }),
  show_map_link: stored(flag, flagColumn, 'Show a link to a map on the event page.', {
    default: false,
    inForm: { suggested: true },
    example: true,
    csv: { name: 'EVENT SHOW MAP LINK', aliases: ['show map link'] },
  }),
  hide_from_listings: stored(flag, copied(flagColumn), 'Exclude the event from lists.', {
    default: false,
    inForm: { help: 'People with the link can still open the event.' },
    example: false,
    csv: {
      name: 'HIDE EVENT FROM EVENT LISTINGS',
      aliases: ['hide from event listings', 'hide from listings', 'hidden'],
    },
  }),
  sticky: stored(flag, flagColumn, 'List the event first on its day.', {
    default: false,
    inForm: { label: 'Pin to the top of its day' },
    example: false,
    csv: { name: 'EVENT STICKY IN MONTH VIEW', aliases: ['sticky in month view', 'sticky'] },
  }),
  featured: stored(flag, copied(flagColumn), 'Mark the event as featured.', {
    default: false,
    example: true,
    csv: { name: 'FEATURE EVENT', aliases: ['featured event', 'featured', 'a la une'] },
  }),
};

export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled'] as const;
/** A record can be scheduled, too: it is published later. */
const eventStatusLabels = {
  scheduled: 'As planned',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'Rescheduled',
} as const;
export const attendances = ['in_person', 'online', 'mixed'] as const;

/** Existing clients know none of these. New fields are added here. */
export const nativeFields = {
  event_status: stored<(typeof eventStatuses)[number]>(
    choice(eventStatuses, eventStatusLabels),
    copied(wordClassColumn(eventStatuses)),
    'Whether the event takes place as announced.',
    {
      default: 'scheduled',
      documentedDefault: 'scheduled',
      inForm: { label: 'Event status' },
      isPublic: true,
      example: 'scheduled',
    },
  ),
  event_status_note: stored(
    lineText(1_000),
    copied(textColumn),
    'Plain text about the event status, such as a reason.',
    {
      default: '',
      inForm: { label: 'Note', help: 'Shown beside the status, such as “Moved indoors”.' },
      example: '',
    },
  ),
  attendance: stored<(typeof attendances)[number]>(
    choice(attendances),
    copied(wordClassColumn(attendances)),
    'How the event can be attended: at its venue, online, or both.',
    { default: 'in_person', documentedDefault: 'in_person', isPublic: true, example: 'in_person' },
  ),
  online_url: stored(webPage, textColumn, 'URL of the online event. Empty before `online_url_from` for the public.', {
    default: '',
    inForm: { label: 'Online link', help: 'Where people join online.' },
    example: 'https://meet.example/fair',
    csv: { aliases: ['online url', 'online link', 'virtual url', 'livestream'] },
  }),
};

/** When a row takes place. */
const timeColumns = {
  all_day: perRow(flagColumn),
  start_date: perRow(textColumn),
  end_date: perRow(textColumn),
  utc_start_date: derived(perRow(textColumn)),
  utc_end_date: derived(perRow(textColumn)),
  timezone: perRow(textColumn),
  /** Empty unless the event is `rescheduled` (previous-start.ts). */
  previous_start: derived(perRow(textColumn)),
};

/** What a row is in a series. */
const seriesColumns = {
  /** The master of an occurrence. */
  series: derived(perRow(sparseIdColumn)),
  /** Wall-clock start that the rule gave to an occurrence, even if it was moved. */
  original_start: derived(perRow(textColumn)),
  /** Masters only. */
  recurrence: perRow(sparseJsonColumn<SeriesRule>()),
  /** Masters only: the date up to which occurrences exist; empty if all of them do. */
  horizon: derived(perRow(sparseTextColumn)),
  /** Names of the fields in which an occurrence differs from its master. */
  own: derived(perRow(sparseListColumn)),
  /** Number in the slug of an occurrence whose date alone is taken; 0 for none. */
  slug_number: derived(perRow(integerColumn)),
  /** Position among the occurrences of the same day; 0 for the only one. */
  day_number: derived(perRow(integerColumn)),
};

/** The values of an event that belongs to no series. */
export const noSeries = blankValues(seriesColumns);

/** The dates of a series have those columns themselves that say so; all others are read from the master. */
export const eventColumns = {
  ...postColumns,
  date_utc: greatestFirst(postColumns.date_utc),
  modified_utc: greatestFirst(postColumns.modified_utc),
  ...imageColumns,
  title: textColumn,
  title_key: concealed(textColumn),
  excerpt: textColumn,
  ...timeColumns,
  cost: jsonColumn(noCost),
  website: textColumn,
  ...storedColumns(eventFields),
  ...storedColumns(nativeFields),
  /** The instant from which the public sees the online URL; empty for always. */
  online_url_from: sparseTextColumn,
  /** UID in feeds, for imported events; empty if it is derived from the id. Dates of a series have none. */
  uid: unlisted(derived(perRow(rareTextColumn))),
  /** Number of changes that subscribers must notice (sequence.ts). */
  sequence: unlisted(derived(perRow(integerColumn))),
  /** Digest of the password; empty when the event is not protected. */
  password: secret(copied(wordColumn(''))),
  parent: copied(sparseIdColumn),
  /** Duration class (duration.ts): most events are short, so queries on running events scan a small index range. */
  duration_class: concealed(perRow(classColumn(...durationClassDays.keys(), durationClassDays.length))),
  tickets: jsonColumn<readonly Ticket[]>([]),
  /** Whether there are tickets, for the filter. */
  ticketed: derived(copied(flagColumn, 'tickets')),
  /** No cost and no ticket with a price (free.ts), for the filter. */
  free: unlisted(derived(flagColumn)),
  /** 0 listed, 1 hidden from listings, 2 master of a series, which no list shows. */
  listing: derived(perRow(classColumn(0, 1, 2))),
  /** The row that texts and links are read from: the master for most occurrences of a series, else the row itself. */
  content_id: derived(perRow(integerColumn)),
  ...seriesColumns,
};
/** With embedded linked rows. */
export type EventRow = RowIn<typeof eventColumns> & {
  readonly venue: readonly VenueRow[];
  readonly organizer: readonly OrganizerRow[];
  readonly categories: readonly CategoryRow[];
  readonly tags: readonly TermRow[];
  /** Version of the content row. */
  readonly content_version: number;
  /** Sequence of the content row. */
  readonly content_sequence: number;
};
