// The columns of a venue. Plain fields come first: stored and shown as given.
import { flagColumn, textColumn } from '../../core/column.js';
import { wordFlag } from '../../core/kinds/flag.js';
import { plainText } from '../../core/kinds/text.js';
import { website } from '../../core/kinds/web.js';
import type { RowIn } from '../../core/store.js';
import { stored, storedColumns } from '../../core/stored.js';
import { contactColumns } from '../families/contact.js';
import { locationColumns } from './location.js';

const empty = { default: '', documentedDefault: null } as const;
/** Forms have the parts of an address in the usual order. */
const inPlace = (order: number) => ({ ...empty, inForm: { group: 'place', order } }) as const;
const inContact = { ...empty, inForm: { group: 'contact' } } as const;
/** Forms have one field for the region, whatever the country calls it. */
const region = { ...empty, aliasOf: 'stateprovince' } as const;

export const addressFields = {
  address: stored(plainText, textColumn, 'Street address.', {
    ...inPlace(1),
    example: '1 Mill Rd',
    csv: { aliases: ['venue address', 'address', 'street', 'adresse', 'rue'] },
  }),
  city: stored(plainText, textColumn, 'City.', {
    ...inPlace(3),
    example: 'Oakton',
    csv: { aliases: ['venue city', 'city', 'town', 'ville'] },
  }),
  country: stored(plainText, textColumn, 'Country.', {
    ...inPlace(5),
    example: 'United States',
    csv: { aliases: ['venue country', 'country', 'pays'] },
  }),
  province: stored(plainText, textColumn, 'Province.', { ...region, example: '' }),
  state: stored(plainText, textColumn, 'State.', { ...region, example: 'VT' }),
  zip: stored(plainText, textColumn, 'Postal code.', {
    ...empty,
    inForm: { label: 'Postal code', group: 'place', order: 2 },
    example: '05001',
    csv: { aliases: ['venue zip', 'zip', 'zip code', 'postal code', 'postcode', 'code postal'] },
  }),
  phone: stored(plainText, textColumn, 'Phone number.', {
    ...inContact,
    example: '555-0100',
    csv: { aliases: ['venue phone', 'phone', 'telephone'] },
  }),
  website: stored(website, textColumn, 'URL of the website.', {
    ...inContact,
    example: 'https://barn.example/',
    csv: { aliases: ['venue website', 'venue url', 'website', 'web site', 'site web'] },
  }),
  stateprovince: stored(
    plainText,
    textColumn,
    'State or province. Default: `state` in the United States, otherwise `province`.',
    {
      ...inPlace(4),
      example: 'VT',
      csv: { aliases: ['venue state/province', 'state/province', 'state', 'province', 'region'] },
    },
  ),
};

export const mapFields = {
  show_map: stored(wordFlag, flagColumn, 'Show a map of the venue.', {
    default: true,
    documentedDefault: null,
    inForm: { suggested: true },
    example: 'true',
    csv: { aliases: ['venue show map', 'show map'] },
  }),
  show_map_link: stored(wordFlag, flagColumn, 'Show a link to a map of the venue.', {
    default: true,
    documentedDefault: null,
    inForm: { suggested: true },
    example: 'true',
    csv: { aliases: ['venue show map link', 'show map link'] },
  }),
};

export const venueColumns = {
  ...contactColumns,
  ...storedColumns(addressFields),
  ...storedColumns(mapFields),
  ...locationColumns,
};
export type VenueRow = RowIn<typeof venueColumns>;
