// Venues: the places where events happen.
import { flagColumn, type RowOf, textColumn } from '../../core/column.js';
import { optional, required } from '../../core/field.js';
import { wordFlag } from '../../core/kinds/flag.js';
import { nameText, plainText } from '../../core/kinds/text.js';
import { website } from '../../core/kinds/web.js';
import type { Question, Resource } from '../../core/resource.js';
import { fold } from '../../core/text/fold.js';
import { plainText as asPlainText } from '../../core/text/html.js';
import { type ImageRow, imageColumns, imageField, settleImage } from '../families/image.js';
import {
  answerPosts,
  invalidAddress,
  newestFirst,
  placeAddress,
  placeFilters,
  placeListed,
} from '../families/place.js';
import {
  admitPost,
  nameKeys,
  type PostRow,
  postColumns,
  postDue,
  postFields,
  postPolicy,
  postWatched,
  reuseKnown,
  settlePost,
  settleSlug,
} from '../families/post.js';
import { eventVenues } from '../links.js';
import { knownRecord } from '../lookup.js';
import { locationColumns, locationFields, settleLocation } from './location.js';
import { venueBody } from './present.js';

const venueColumns = {
  ...postColumns,
  ...imageColumns,
  name: textColumn,
  name_key: textColumn,
  address: textColumn,
  city: textColumn,
  country: textColumn,
  province: textColumn,
  state: textColumn,
  zip: textColumn,
  phone: textColumn,
  website: textColumn,
  stateprovince: textColumn,
  show_map: flagColumn,
  show_map_link: flagColumn,
  ...locationColumns,
};
export type VenueRow = PostRow & ImageRow & Omit<RowOf<typeof venueColumns>, keyof typeof postColumns>;

const { author, date, date_utc, description, status } = postFields();
const unset = { advertised: null };

const inPlace = { inForm: { group: 'place' } } as const;
const inContact = { inForm: { group: 'contact' } } as const;
/** Forms have one field for the region, whatever the country calls it. */
const oneRegion = { same: 'stateprovince' } as const;

const contact = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'] as const;
const mapFlags = ['show_map', 'show_map_link'] as const;

interface Region {
  readonly country: string;
  readonly state: string;
  readonly province: string;
}

const hasStates = (country: string): boolean => ['', 'us', 'united states'].includes(country.toLowerCase());

/** Within the USA the state, elsewhere the province. */
const regionOf = ({ country, state, province }: Region): string => (hasStates(country) ? state : province);

/** A region that was never given follows the address; one that was given stays. */
function settleRegion(given: Readonly<Record<string, unknown>>, stored: VenueRow | undefined, merged: Region): string {
  if (given.stateprovince) return String(given.stateprovince);
  const derived = !stored || given.stateprovince === '' || stored.stateprovince === regionOf(stored);
  return derived ? regionOf(merged) : stored.stateprovince;
}

/** A form enters the region as one: state and province, of which the country has one, follow it. */
function givenRegion({ given, stored, call }: Question): Question['given'] {
  const { state, province, stateprovince, country } = given;
  const entered = state === undefined && province === undefined && (stateprovince ?? country) !== undefined;
  if (!call.form || !entered) return given;
  const before = stored as VenueRow | undefined;
  const region = String(stateprovince ?? before?.stateprovince ?? '');
  const inState = hasStates(String(country ?? before?.country ?? ''));
  return { ...given, stateprovince: region, state: inState ? region : '', province: inState ? '' : region };
}

function settleVenue(question: Question) {
  const given = givenRegion(question);
  const stored = question.stored as VenueRow | undefined;
  const post = settlePost(question);
  const name = String(given.venue ?? stored?.name ?? '');
  const texts = Object.fromEntries(contact.map((column) => [column, given[column] ?? stored?.[column] ?? '']));
  const flags = Object.fromEntries(mapFlags.map((column) => [column, given[column] ?? stored?.[column] ?? true]));
  const slugs = settleSlug({
    asked: undefined,
    stored,
    status: post.status,
    title: name,
    fallback: 'venue',
    early: true,
  });
  const stateprovince = settleRegion(given, stored, texts as unknown as Region);
  const address = { ...texts, stateprovince } as Pick<VenueRow, (typeof contact)[number] | 'stateprovince'>;
  return {
    values: {
      ...post,
      ...settleImage(question),
      ...address,
      ...flags,
      ...settleLocation(question, address),
      name,
    },
    ...(slugs && { slugs }),
  };
}

export const venue: Resource = {
  name: 'venue',
  path: 'venues',
  schema: 'Venue',
  about: 'Places where events happen.',
  noun: { one: 'venue', a: 'a venue', many: 'venues' },
  table: 'venues',
  sequence: 'post',
  addressedBy: ['id', 'slug'],
  columns: venueColumns,
  links: {},
  fields: {
    venue: required(nameText(1_000), 'Name of the venue', { example: 'Town Barn' }),
    author,
    date,
    date_utc,
    description: { ...description, ...unset, example: '<p>An old barn by the mill.</p>' },
    status,
    show_map: optional(wordFlag, 'Show a map', { ...unset, example: 'true' }),
    show_map_link: optional(wordFlag, 'Show a link to a map', { ...unset, example: 'true' }),
    address: optional(plainText, 'Street and number', { ...unset, ...inPlace, example: '1 Mill Rd' }),
    city: optional(plainText, 'City', { ...unset, ...inPlace, example: 'Oakton' }),
    country: optional(plainText, 'Country', { ...unset, ...inPlace, example: 'United States' }),
    province: optional(plainText, 'Province', { ...unset, ...oneRegion, example: '' }),
    state: optional(plainText, 'State', { ...unset, ...oneRegion, example: 'VT' }),
    zip: optional(plainText, 'Postal code', {
      ...unset,
      inForm: { label: 'Postal code', group: 'place' },
      example: '05001',
    }),
    phone: optional(plainText, 'Telephone number', { ...unset, ...inContact, example: '555-0100' }),
    stateprovince: optional(plainText, 'State or province; follows the address when left out', {
      ...unset,
      ...inPlace,
      example: 'VT',
    }),
    website: optional(website, 'Web address', { ...unset, ...inContact, example: 'https://barn.example/' }),
    ...locationFields,
    image: imageField(unset),
  },
  readParams: {},
  filters: placeFilters(eventVenues, 'Venues'),
  listed: placeListed,
  order: newestFirst,
  address: placeAddress,
  term: false,
  policy: postPolicy,
  settle: settleVenue,
  watched: [...postWatched, 'name_key'],
  spoken: { name: 'venue', slug: 'slug', description: 'description' },
  spokenKeys: ['name_key'],
  keys: nameKeys,
  searched: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  texts: (row) => {
    const venueRow = row as VenueRow;
    return {
      ...Object.fromEntries([...contact, 'stateprovince' as const].map((column) => [column, fold(venueRow[column])])),
      name: fold(venueRow.name),
      description: fold(asPlainText(venueRow.description)),
    };
  },
  known: knownRecord(() => venue),
  removal: 'trash',
  due: postDue,
  unknown: invalidAddress,
  body: venueBody,
  answerList: answerPosts('venues'),
  wrap: { admit: admitPost(true), create: reuseKnown },
  refusals: { admit: ['gone'] },
};
