// `json_ld` of single records.
import { iso } from '../../../src/core/time/zone.js';
import { escaped as escapedText, eventUrl, fileUrl, type Site } from './bodies.js';
import type { OldEvent, OldOrganizer, OldVenue } from './records.js';

/** The site escapes the markup of descriptions instead of removing it. */
const escaped = (html: string): string => html && `${escapedText(html)}\n`;

const currencies: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', CHF: 'CHF' };

const present = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

export const venueData = (venue: OldVenue) => ({
  '@type': 'Place',
  name: venue.title,
  description: escaped(venue.description),
  url: '',
  address: {
    '@type': 'PostalAddress',
    ...present({
      streetAddress: venue.address,
      addressLocality: venue.city,
      addressRegion: venue.country === 'United States' ? venue.state : venue.province,
      postalCode: venue.zip,
      addressCountry: venue.country,
    }),
  },
  telephone: venue.phone,
  sameAs: venue.website,
});

export const organizerData = (organizer: OldOrganizer) => ({
  '@type': 'Person',
  name: organizer.title,
  description: escaped(organizer.description),
  url: organizer.website,
  telephone: organizer.phone,
  email: organizer.email,
  sameAs: organizer.website,
});

const eventStatuses = { scheduled: 'Scheduled', canceled: 'Cancelled', postponed: 'Postponed' };

export function eventData(event: OldEvent, site: Site) {
  const { data } = site;
  const venue = data.venues.find(({ id }) => id === event.venues[0]);
  const organizer = data.organizers.find(({ id }) => id === event.organizers[0]);
  const media = data.media.find(({ id }) => id === event.image);
  const url = eventUrl(event, site);
  const { text, symbol, values } = event.cost;
  const price = text === 'Free' ? '0' : [...new Set([values[0], values.at(-1)])].join(' – ');
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: event.title,
    description: escaped(event.description),
    ...(media && { image: fileUrl(media.file, site) }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/Event${eventStatuses[event.eventStatus ?? 'scheduled']}`,
    startDate: iso(event.utcStart, event.zone),
    endDate: iso(event.utcEnd, event.zone),
    ...(venue && { location: venueData(venue) }),
    ...(organizer && { organizer: organizerData(organizer) }),
    ...(text && {
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: currencies[symbol] ?? 'USD',
        url: event.website || url,
        category: 'primary',
        availability: 'inStock',
        validFrom: `${event.dateUtc.slice(0, 10)}T00:00:00+00:00`,
      },
    }),
    performer: 'Organization',
  };
}
