// `meta` of events, venues and organizers: stored values under the keys of The Events Calendar. Each type has the keys of all
// types, and those of the others are empty.
import type { Schema } from '../../core/schema.js';
import type { View } from '../../core/shape.js';
import { linkedIds } from '../../core/store.js';
import { amountsOf } from '../../core/text/cost.js';
import type { EventRow } from '../../models/event/columns.js';
import type { OrganizerRow } from '../../models/organizer/columns.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { pointOf } from '../../models/venue/location.js';
import { flagSchema, integer, text } from '../events/outputs.js';

type MetaValue = boolean | string | readonly number[];
export type Meta = Readonly<Record<string, MetaValue>>;

const ofEvents = {
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
  _EventOrganizerID: [],
  _EventVenueID: [],
} as const;
const ofOrganizers = { _OrganizerEmail: '', _OrganizerPhone: '', _OrganizerWebsite: '' } as const;
const ofVenues = {
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
} as const;
/** Of add-ons and of the block editor. */
const ofOthers = {
  _tribe_blocks_recurrence_rules: '',
  _tribe_blocks_recurrence_description: '',
  _tribe_blocks_recurrence_exclusions: '',
  footnotes: '',
} as const;

const emptyMeta: Meta = { ...ofEvents, ...ofOrganizers, ...ofVenues, ...ofOthers };

const noStatus = { _tribe_events_status: '', _tribe_events_status_reason: '' } as const;

/** Names of event statuses there; others have none. */
const statusNames: Readonly<Partial<Record<EventRow['event_status'], string>>> = {
  cancelled: 'canceled',
  postponed: 'postponed',
};

/** With `isHidden`, only what lists show of a password-protected event. */
export function eventMeta(row: EventRow, _: View, isHidden: boolean): Meta {
  const dates = {
    _EventTimezone: row.timezone,
    _EventStartDate: row.start_date,
    _EventEndDate: row.end_date,
    _EventStartDateUTC: row.utc_start_date,
    _EventEndDateUTC: row.utc_end_date,
  } satisfies Partial<Record<keyof typeof ofEvents, MetaValue>>;
  if (isHidden) return { ...emptyMeta, ...dates, ...noStatus };
  const values = {
    _EventAllDay: row.all_day,
    _EventShowMap: row.show_map,
    _EventShowMapLink: row.show_map_link,
    _EventURL: row.website,
    _EventCost: amountsOf(row.cost),
    _EventCurrencySymbol: row.cost.symbol,
    _EventCurrencyPosition: row.cost.position,
    _EventOrganizerID: linkedIds(row, 'organizer'),
    _EventVenueID: linkedIds(row, 'venue'),
  } satisfies Partial<Record<keyof typeof ofEvents, MetaValue>>;
  return {
    ...emptyMeta,
    ...dates,
    ...values,
    ...noStatus,
    _tribe_events_status: statusNames[row.event_status] ?? '',
    _tribe_events_status_reason: row.event_status_note,
  };
}

export function venueMeta(row: VenueRow, view: View): Meta {
  const point = pointOf(row, view);
  const values = {
    _VenueAddress: row.address,
    _VenueCity: row.city,
    _VenueCountry: row.country,
    _VenueProvince: row.province,
    _VenueState: row.state,
    _VenueZip: row.zip,
    _VenuePhone: row.phone,
    _VenueURL: row.website,
    _VenueStateProvince: row.stateprovince,
    _VenueLat: point ? String(point.lat) : '',
    _VenueLng: point ? String(point.lng) : '',
    _VenueShowMap: row.show_map,
    _VenueShowMapLink: row.show_map_link,
  } satisfies Record<keyof typeof ofVenues, MetaValue>;
  return { ...emptyMeta, ...values };
}

export function organizerMeta(row: OrganizerRow): Meta {
  const values = {
    _OrganizerEmail: row.email,
    _OrganizerPhone: row.phone,
    _OrganizerWebsite: row.website,
  } satisfies Record<keyof typeof ofOrganizers, MetaValue>;
  return { ...emptyMeta, ...values };
}

const schemaOf = (value: MetaValue): Schema => {
  if (typeof value === 'boolean') return flagSchema;
  return typeof value === 'string' ? text : { type: 'array', items: integer };
};

export const metaSchema: Schema = {
  type: 'object',
  description: 'Stored values. Those that do not apply to the type are empty.',
  required: Object.keys(emptyMeta),
  properties: Object.fromEntries(
    Object.entries({ ...emptyMeta, ...noStatus }).map(([name, value]) => [name, schemaOf(value)]),
  ),
};
