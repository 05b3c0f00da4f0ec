// JSON-LD of events, venues and organizers as existing clients of the drop-in API know it.
import type { View } from '../../core/shape.js';
import { firstWords, plainText } from '../../core/text/html.js';
import { iso, toWall } from '../../core/time/zone.js';
import type { EventRow } from '../../models/event/columns.js';
import { currencyOf, isCurrencyCode } from '../../models/event/currency.js';
import type { Ticket } from '../../models/event/ticket.js';
import type { OrganizerRow } from '../../models/organizer/columns.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { imageBody } from './image.js';
import { postalAddress, venueGeo } from './json-ld-address.js';

/** The excerpt, or else the first words of the text. */
const summaryOf = ({
  excerpt = '',
  description,
}: {
  readonly excerpt?: string;
  readonly description: string;
}): string => plainText(excerpt) || firstWords(plainText(description));

export const dropinPlace = (row: VenueRow, view: View) => ({
  '@type': 'Place',
  name: row.name,
  description: summaryOf(row),
  url: '',
  address: postalAddress(row),
  ...venueGeo(row, view),
  telephone: row.phone,
  sameAs: row.website,
});

export const dropinPerson = (row: OrganizerRow) => ({
  '@type': 'Person',
  name: row.name,
  description: summaryOf(row),
  url: row.website,
  telephone: row.phone,
  email: row.email,
  sameAs: row.website,
});

export function dropinEvent(row: EventRow, view: View, url: string) {
  const [venue, organizer] = [row.venue[0], row.organizer[0]];
  const image = imageBody(row, view);
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    description: summaryOf(row),
    ...(image && { image: image.url }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: iso(row.utc_start_date, row.timezone),
    endDate: iso(row.utc_end_date, row.timezone),
    ...(venue && { location: dropinPlace(venue, view) }),
    ...(organizer && { organizer: dropinPerson(organizer) }),
    ...offers(row, view, url),
    performer: 'Organization',
  };
}

/** Offers from the tickets, or else from the cost. */
function offers(row: EventRow, view: View, url: string) {
  if (view.site.tickets && row.ticketed) return { offers: row.tickets.map((ticket) => ticketOffer(ticket, row, url)) };
  return row.cost.text ? { offers: costOffer(row, view, url) } : {};
}

const ticketOffer = ({ name, price, currency, url, capacity }: Ticket, row: EventRow, page: string) => ({
  '@type': 'Offer',
  name,
  ...(price !== undefined && { price: String(price), priceCurrency: currency }),
  url: url ?? page,
  availability: `https://schema.org/${capacity === 0 ? 'SoldOut' : 'InStock'}`,
  validFrom: iso(row.date_utc, 'UTC'),
});

/** The day of the publication on the site, as midnight in UTC. */
const publicationDay = ({ date_utc }: EventRow, { site }: View): string =>
  `${toWall(date_utc, site.zone).slice(0, 10)}T00:00:00+00:00`;

/** The price without its currency; 0 for free events. */
function costOffer(row: EventRow, view: View, url: string) {
  const { values } = row.cost;
  const prices = [...new Set([values[0], values.at(-1)])].filter((value) => value !== undefined);
  const price = prices.map((value) => (value === 'free' ? '0' : value)).join(' – ');
  const currency = currencyOf(row.cost.symbol);
  return {
    '@type': 'Offer',
    price,
    // A sign or a word in the place of a symbol names no currency.
    priceCurrency: isCurrencyCode(currency) ? currency : currencyOf(''),
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: publicationDay(row, view),
  };
}
