// JSON-LD of events, venues and organizers in schema.org terms, for search engines. Unknown values are omitted. The drop-in
// API keeps the form that its clients know.
import type { View } from '../../core/shape.js';
import { plainText } from '../../core/text/html.js';
import { iso } from '../../core/time/zone.js';
import type { EventRow } from '../../models/event/columns.js';
import { currencyOf, isCurrencyCode } from '../../models/event/currency.js';
import { previousStart, startText } from '../../models/event/previous-start.js';
import type { Ticket } from '../../models/event/ticket.js';
import type { OrganizerRow } from '../../models/organizer/columns.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { imageUrls } from './image.js';
import { postalAddress, venueGeo, withoutEmpty } from './json-ld-address.js';
import { dropinEvent, dropinPerson, dropinPlace } from './json-ld-dropin.js';
import { organizerPage, pageUrl, venuePage } from './outputs.js';
import { openOnlineUrl } from './status.js';

const schema = (name: string): string => `https://schema.org/${name}`;

const statusNames = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
} as const;

export const eventStatusUrl = (status: EventRow['event_status']): string => schema(statusNames[status]);

const attendanceNames = { in_person: 'Offline', online: 'Online', mixed: 'Mixed' } as const;

export const venueData = (row: VenueRow, view: View): object =>
  view.facade.console
    ? {
        '@type': 'Place',
        ...withoutEmpty({
          name: row.name,
          description: plainText(row.description),
          url: pageUrl(row, view, venuePage),
          telephone: row.phone,
          sameAs: row.website,
        }),
        address: postalAddress(row),
        ...venueGeo(row, view),
      }
    : dropinPlace(row, view);

/** An organizer may be a person or a group; nothing says which, and a group is more common. */
export const organizerData = (row: OrganizerRow, view: View): object =>
  view.facade.console
    ? {
        '@type': 'Organization',
        ...withoutEmpty({
          name: row.name,
          description: plainText(row.description),
          url: row.website || pageUrl(row, view, organizerPage),
          telephone: row.phone,
          email: row.email,
        }),
      }
    : dropinPerson(row);

/** One item as itself, several as a list. */
const oneOrMany = <Item>(items: readonly Item[]): Item | readonly Item[] | undefined =>
  items.length > 1 ? items : items[0];

/** Search engines need a URL for the online part; before it is public that of the page. */
function locationOf(row: EventRow, view: View, url: string) {
  const places = row.attendance === 'online' ? [] : row.venue.map((venue) => venueData(venue, view));
  const virtual = { '@type': 'VirtualLocation', url: openOnlineUrl(row, view) || url };
  return oneOrMany<object>(row.attendance === 'in_person' ? places : [...places, virtual]);
}

export function eventData(row: EventRow, view: View, url: string) {
  if (!view.facade.console) return dropinEvent(row, view, url);
  const location = locationOf(row, view, url);
  const offers = offersOf(row, view, url);
  const description = plainText(row.description);
  const previousStartDate = previousStart(row);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: row.title,
    ...(description && { description }),
    ...(row.image && { image: imageUrls(row.image, view) }),
    url,
    eventAttendanceMode: schema(`${attendanceNames[row.attendance]}EventAttendanceMode`),
    eventStatus: eventStatusUrl(row.event_status),
    // An all-day event has days without times: midnight would be shown as a time.
    startDate: startText(row),
    endDate: row.all_day ? row.end_date.slice(0, 10) : iso(row.utc_end_date, row.timezone),
    ...(previousStartDate && { previousStartDate }),
    ...(location && { location }),
    ...(row.organizer.length && { organizer: oneOrMany(row.organizer.map((one) => organizerData(one, view))) }),
    ...(offers && { offers }),
  };
}

/** Offers from the tickets, or else from the cost. */
function offersOf(row: EventRow, view: View, url: string): object | undefined {
  if (view.site.tickets && row.ticketed) return row.tickets.map((ticket) => ticketOffer(ticket, row, url));
  return costOffer(row, url);
}

const ticketOffer = ({ name, price, currency, url, capacity }: Ticket, row: EventRow, page: string) => ({
  '@type': 'Offer',
  name,
  ...(price !== undefined && { price, priceCurrency: currency }),
  url: url ?? page,
  availability: schema(capacity === 0 ? 'SoldOut' : 'InStock'),
  validFrom: iso(row.date_utc, 'UTC'),
});

/** One price, or a range of prices; undefined for a cost in words, such as a donation. */
function costOffer(row: EventRow, url: string): object | undefined {
  const prices = row.cost.values.map((value) => (value === 'free' ? 0 : Number(value))).filter(Number.isFinite);
  if (prices.length === 0) return undefined;
  const [lowPrice, highPrice] = [Math.min(...prices), Math.max(...prices)];
  const currency = currencyOf(row.cost.symbol);
  return {
    ...(lowPrice === highPrice
      ? { '@type': 'Offer', price: lowPrice }
      : { '@type': 'AggregateOffer', lowPrice, highPrice }),
    ...(isCurrencyCode(currency) && { priceCurrency: currency }),
    url: row.website || url,
    availability: schema('InStock'),
    validFrom: iso(row.date_utc, 'UTC'),
  };
}
