// The venue model.
import type { SettleInput } from '../../core/model.js';
import { settleStored } from '../../core/stored.js';
import { type ContactGiven, contactModel } from '../families/contact.js';
import { eventVenues } from '../links.js';
import { addressFields, mapFields, type VenueRow, venueColumns } from './columns.js';
import { coordinateColumns, type LocationGiven, settleLocation } from './location.js';

type Address = Pick<VenueRow, keyof typeof addressFields>;
type VenueGiven = ContactGiven & LocationGiven & Partial<Address>;

const hasStates = (country: string): boolean => ['', 'us', 'united states'].includes(country.toLowerCase());

/** The state in the USA, elsewhere the province. */
const regionOf = ({ country, state, province }: Address): string => (hasStates(country) ? state : province);

/** `stateprovince` is derived from state or province, unless it was given. */
function settleRegion(given: VenueGiven, stored: VenueRow | undefined, merged: Address): string {
  if (given.stateprovince) return given.stateprovince;
  const derived = !stored || given.stateprovince === '' || stored.stateprovince === regionOf(stored);
  return derived ? regionOf(merged) : stored.stateprovince;
}

/** Forms have one field for the region: it is stored as state or province, depending on the country. */
function givenRegion({ given, stored, call }: SettleInput<VenueRow, VenueGiven>): VenueGiven {
  const { state, province, stateprovince, country } = given;
  const entered = state === undefined && province === undefined && (stateprovince ?? country) !== undefined;
  if (!call.form || !entered) return given;
  const region = stateprovince ?? stored?.stateprovince ?? '';
  const inState = hasStates(country ?? stored?.country ?? '');
  return { ...given, stateprovince: region, state: inState ? region : '', province: inState ? '' : region };
}

export const venue = contactModel<typeof venueColumns, VenueRow>({
  name: 'venue',
  noun: { one: 'venue', a: 'a venue', many: 'venues' },
  table: 'venues',
  columns: venueColumns,
  stored: { ...addressFields, ...mapFields },
  searched: ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  linkedBy: eventVenues,
  filtersOwners: ['city', coordinateColumns.lat, coordinateColumns.lng],
  settle: (input: SettleInput<VenueRow, VenueGiven>) => {
    const given = givenRegion(input);
    const merged = settleStored(addressFields, given, input.stored);
    const address = { ...merged, stateprovince: settleRegion(given, input.stored, merged) };
    return { ...address, ...settleLocation(input, address) };
  },
});
