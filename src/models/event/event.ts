// Events: the definition that the documentation, the validation, the tables and the answers follow.
import {
  classColumn,
  concealed,
  flagColumn,
  integerColumn,
  jsonColumn,
  type RowOf,
  textColumn,
  wordColumn,
} from '../../core/column.js';
import { optional, required } from '../../core/field.js';
import { flag } from '../../core/kinds/flag.js';
import { records, terms } from '../../core/kinds/linked.js';
import { moment, zone } from '../../core/kinds/moment.js';
import { idOrNone } from '../../core/kinds/number.js';
import { credentialText, filterText, htmlText, nameText, secretText, slugText } from '../../core/kinds/text.js';
import { noCost, price, website } from '../../core/kinds/web.js';
import { Problem } from '../../core/problem.js';
import type { Resource } from '../../core/resource.js';
import type { Desk } from '../../core/store.js';
import { fold, sortKey } from '../../core/text/fold.js';
import { plainText } from '../../core/text/html.js';
import { category } from '../category/category.js';
import { readableEvent } from '../families/events.js';
import { type ImageRow, imageColumns, imageField } from '../families/image.js';
import { answerPosts, invalidAddress } from '../families/place.js';
import { type PostRow, postColumns, postDue, postFields, postPolicy, postWatched } from '../families/post.js';
import type { TermRow } from '../families/term.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../links.js';
import { linkedRecords, linkedTerms, preparedRecords } from '../lookup.js';
import { type OrganizerRow, organizer } from '../organizer/organizer.js';
import { tag } from '../tag/tag.js';
import { type VenueRow, venue } from '../venue/venue.js';
import { freeChildren, refuseOwnParents } from './children.js';
import { eventAddress, eventFilters, eventOrder, listedEvents } from './filters.js';
import { admitWithPassword, hashPassword, unprotected } from './password.js';
import { eventBody } from './present.js';
import { lastingDays, settleEvent } from './rules.js';
import { type Ticket, ticketsField } from './tickets.js';

const eventColumns = {
  ...postColumns,
  ...imageColumns,
  title: textColumn,
  title_key: concealed(textColumn),
  excerpt: textColumn,
  all_day: flagColumn,
  start_date: textColumn,
  end_date: textColumn,
  utc_start_date: textColumn,
  utc_end_date: textColumn,
  timezone: textColumn,
  cost: jsonColumn(noCost),
  website: textColumn,
  show_map: flagColumn,
  show_map_link: flagColumn,
  hide_from_listings: flagColumn,
  sticky: flagColumn,
  featured: flagColumn,
  /** Digest of the password, empty when the event is open. */
  password: wordColumn(''),
  parent: integerColumn,
  /** How long it lasts, as a class: the longer, the fewer, and only these began long before they end. */
  lasting: concealed(classColumn(...lastingDays.keys(), lastingDays.length)),
  tickets: jsonColumn<readonly Ticket[]>([]),
  /** Whether there are any, for the filter. */
  ticketed: flagColumn,
};
export type EventRow = PostRow &
  ImageRow &
  Omit<RowOf<typeof eventColumns>, keyof typeof postColumns> & {
    readonly venue: readonly VenueRow[];
    readonly organizer: readonly OrganizerRow[];
    readonly categories: readonly TermRow[];
    readonly tags: readonly TermRow[];
  };

const { author, date, date_utc, description, status } = postFields();
const unset = { advertised: null };

const existingParent = async (id: number, desk: Desk): Promise<number> => (id === 0 ? 0 : readableEvent(id, desk));

export const event: Resource = {
  name: 'event',
  path: 'events',
  schema: 'Event',
  about: 'What happens, when, where and by whom.',
  noun: { one: 'event', a: 'an event', many: 'events' },
  table: 'events',
  sequence: 'post',
  addressedBy: ['id', 'slug'],
  columns: eventColumns,
  links: { venue: eventVenues, organizer: eventOrganizers, categories: eventCategories, tags: eventTags },
  fields: {
    title: required(nameText(1_000), 'Title of the event', { example: 'Harvest Fair' }),
    start_date: required(moment, 'Start, on the clock of the event’s zone', { example: '2027-10-09 10:00:00' }),
    end_date: required(moment, 'End, on the clock of the event’s zone', { example: '2027-10-09 18:00:00' }),
    author,
    date,
    date_utc,
    description,
    slug: optional(slugText, 'Slug; made from the title when left out', {
      inForm: { help: 'Last part of the web address. Leave empty to use the title.' },
      example: 'harvest-fair',
    }),
    excerpt: optional(htmlText, 'Excerpt, as HTML', {
      inForm: { help: 'A short summary, shown in lists.' },
      example: 'Come along.',
    }),
    status,
    timezone: optional(zone, 'Time zone of the event', { example: 'Europe/Paris' }),
    all_day: optional(flag, 'Whether it lasts whole days', { advertised: false, example: false }),
    image: imageField(),
    cost: optional(price, 'Cost: a price, several, or a text', {
      form: (row) => (row as EventRow).cost.text,
      example: '€5 – €12',
    }),
    website: optional({ ...website, declared: {} }, 'Web address', { ...unset, example: 'https://fair.example/' }),
    show_map: optional(flag, 'Show a map', { example: true }),
    show_map_link: optional(flag, 'Show a link to a map', { example: true }),
    hide_from_listings: optional(flag, 'Leave out of lists', {
      inForm: { help: 'The event keeps its own page.' },
      example: false,
    }),
    sticky: optional(flag, 'Sticky in calendar view', {
      inForm: { help: 'Listed first on its day.' },
      example: false,
    }),
    featured: optional(flag, 'Featured', { example: true }),
    categories: optional(terms, 'Ids, slugs or names of categories', {
      ...unset,
      lookUp: linkedTerms(() => category),
      example: ['Music'],
    }),
    tags: optional(terms, 'Ids, slugs or names of tags', {
      ...unset,
      lookUp: linkedTerms(() => tag),
      example: ['free'],
    }),
    venue: optional(records(venue.fields, 'VenueInput'), 'Ids of venues, or data of new ones', {
      ...unset,
      prepare: preparedRecords(() => venue),
      lookUp: linkedRecords(() => venue),
      example: { venue: 'Town Barn', city: 'Oakton' },
    }),
    organizer: optional(records(organizer.fields, 'OrganizerInput'), 'Ids of organizers, or data of new ones', {
      ...unset,
      prepare: preparedRecords(() => organizer),
      lookUp: linkedRecords(() => organizer),
      example: [{ organizer: 'Mill Guild' }],
    }),
    tickets: ticketsField,
    parent: optional(idOrNone, 'Id of the event that this one belongs to; 0 for none', {
      lookUp: existingParent,
      among: 'event',
      inForm: { help: 'The event that this one is a part of.' },
      example: 0,
    }),
    password: optional(secretText, 'Password that reading needs; empty text takes it off', {
      bodyOnly: true,
      lookUp: hashPassword,
      inForm: { help: 'Visitors need it to see the event.' },
      example: '',
    }),
  },
  readParams: {
    password: optional(credentialText, 'Password of a protected event', { example: 'open sesame' }),
    context: optional(filterText, '`edit` opens a protected event to those who may edit it', { example: 'view' }),
  },
  filters: eventFilters,
  listed: listedEvents,
  order: eventOrder,
  address: eventAddress,
  term: false,
  policy: { ...postPolicy, unprotected },
  settle: settleEvent,
  lean: true,
  watched: [
    ...postWatched,
    'start_date',
    'end_date',
    'utc_start_date',
    'utc_end_date',
    'hide_from_listings',
    'featured',
    'parent',
    'ticketed',
    'lasting',
  ],
  spoken: { title: 'title', slug: 'slug', description: 'description', excerpt: 'excerpt' },
  spokenKeys: ['title_key'],
  keys: ({ title }) => ({ title_key: sortKey(String(title)) }),
  searched: ['words'],
  texts: (row) => {
    const { title, description: about, excerpt } = row as EventRow;
    return { words: fold([title, plainText(about), plainText(excerpt)].join('\n')) };
  },
  known: async () => undefined,
  removal: 'trash',
  due: postDue,
  unknown: (unknown) =>
    unknown.by === 'slug' && unknown.to !== 'update'
      ? invalidAddress(unknown)
      : new Problem(unknown.otherKind ? 'other-kind' : 'not-found', { resource: 'event' }),
  body: eventBody,
  answerList: answerPosts('events'),
  wrap: { admit: admitWithPassword, update: refuseOwnParents, erase: freeChildren },
  refusals: { admit: ['trashed', 'gone', 'protected'] },
};
