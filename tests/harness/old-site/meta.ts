// `meta` of `wp/v2`: all stored values of events, venues and organizers, on every type, empty where they do not apply.

import type { Site } from './bodies.js';
import { seriesOf } from './lookup.js';
import type { OldEvent, OldOrganizer, OldVenue } from './records.js';

const emptyMeta = {
  _EventAllDay: false,
  _EventTimezone: '',
  _EventStartDate: '',
  _EventEndDate: '',
  _EventStartDateUTC: '',
  _EventEndDateUTC: '',
  _EventShowMap: false,
  _EventShowMapLink: false,
  _EventURL: '',
  _EventCost: '',
  _EventCostDescription: '',
  _EventCurrencySymbol: '',
  _EventCurrencyCode: '',
  _EventCurrencyPosition: '',
  _EventDateTimeSeparator: '',
  _EventTimeRangeSeparator: '',
  _EventOrganizerID: [] as readonly number[],
  _EventVenueID: [] as readonly number[],
  _OrganizerEmail: '',
  _OrganizerPhone: '',
  _OrganizerWebsite: '',
  _VenueAddress: '',
  _VenueCity: '',
  _VenueCountry: '',
  _VenueProvince: '',
  _VenueState: '',
  _VenueZip: '',
  _VenuePhone: '',
  _VenueURL: '',
  _VenueStateProvince: '',
  _VenueLat: '',
  _VenueLng: '',
  _VenueShowMap: false,
  _VenueShowMapLink: false,
  _tribe_blocks_recurrence_rules: '',
  _tribe_blocks_recurrence_description: '',
  _tribe_blocks_recurrence_exclusions: '',
  footnotes: '',
};

const statusMeta = ({ eventStatus, statusReason = '' }: OldEvent) => ({
  _tribe_events_status: eventStatus ?? '',
  _tribe_events_status_reason: statusReason,
});

/** Of the paid edition, which shows no type. */
const onlineMeta = ({ isVirtual, virtualUrl = '' }: OldEvent) => ({
  _tribe_events_is_virtual: isVirtual ? 'yes' : '',
  _tribe_events_virtual_url: virtualUrl,
});

export const eventMeta = (event: OldEvent, { data, hasPro }: Pick<Site, 'data' | 'hasPro'>) => ({
  ...emptyMeta,
  ...statusMeta(event),
  ...(hasPro && onlineMeta(event)),
  _EventAllDay: event.allDay,
  _EventTimezone: event.zone,
  _EventStartDate: event.start,
  _EventEndDate: event.end,
  _EventStartDateUTC: event.utcStart,
  _EventEndDateUTC: event.utcEnd,
  _EventShowMap: event.showMap,
  _EventShowMapLink: event.showMap,
  _EventURL: event.website,
  _EventCost: event.cost.typed,
  _EventCurrencySymbol: event.cost.symbol,
  _EventCurrencyPosition: event.cost.position,
  _EventOrganizerID: event.organizers,
  _EventVenueID: event.venues,
  _tribe_blocks_recurrence_rules: seriesOf(data, event)?.rules ?? '',
});

/** Without the parts for the block editor. */
export const shortMeta = statusMeta;

export const venueMeta = (venue: OldVenue) => ({
  ...emptyMeta,
  _VenueAddress: venue.address,
  _VenueCity: venue.city,
  _VenueCountry: venue.country,
  _VenueProvince: venue.province,
  _VenueState: venue.state,
  _VenueZip: venue.zip,
  _VenuePhone: venue.phone,
  _VenueURL: venue.website,
  _VenueStateProvince: venue.country === 'United States' ? venue.state : venue.province,
  _VenueLat: venue.coordinates?.lat ?? '',
  _VenueLng: venue.coordinates?.lng ?? '',
  _VenueShowMap: !venue.hidesMap && !venue.storesNoFlags,
  _VenueShowMapLink: !venue.storesNoFlags,
});

export const organizerMeta = (organizer: OldOrganizer) => ({
  ...emptyMeta,
  _OrganizerEmail: organizer.email,
  _OrganizerPhone: organizer.phone,
  _OrganizerWebsite: organizer.website,
});
