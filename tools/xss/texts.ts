// The texts of a record: a payload in every field.
import type { Role } from '../../src/core/actor.js';
import { escapeMarkup, type Marks } from './marks.js';
import type { Mount } from './site.js';

export interface Writer {
  readonly as: (resource: string) => Role;
  readonly mount: Mount;
  /** After the names of fields. */
  readonly suffix: string;
}

/** Days of the calendar, one for each payload. */
export const dayFor = (record: number, more = 0): string =>
  new Date(Date.UTC(2027, 0, 4 + record + more)).toISOString().slice(0, 10);

const translatedFields: Readonly<Record<string, readonly string[]>> = {
  event: ['title', 'description', 'excerpt'],
  venue: ['venue', 'description'],
  organizer: ['organizer', 'description'],
  category: ['name', 'description'],
  tag: ['name', 'description'],
};

/** The texts of each resource. A name of the native API keeps something when its tags are removed. */
export function textsFor(marks: Marks, record: number, { mount, suffix }: Writer) {
  const named = (text: string) => (mount === 'dropin' ? escapeMarkup(text) : `Name ${record} ${text}`);
  const name = (field: string) => named(marks.text(field + suffix, record));
  const shortName = (field: string) => named(marks.short(field + suffix, record));
  const html = (field: string) => {
    const text = marks.text(field + suffix, record);
    return mount === 'dropin' ? text : `<p>${escapeMarkup(text)}</p>${marks.text(`${field}${suffix} raw`, record)}`;
  };
  const url = (field: string) => marks.url(field + suffix, record);
  return {
    translated: (resource: string) =>
      Object.fromEntries(
        (translatedFields[resource] ?? []).map((field) => [
          field,
          (/description|excerpt/.test(field) ? html : field === 'name' ? shortName : name)(`${resource}.${field}`),
        ]),
      ),
    event: () => ({
      title: name('event.title'),
      description: html('event.description'),
      excerpt: html('event.excerpt'),
      cost: shortName('event.cost'),
      website: url('event.website'),
      online_url: url('event.online_url'),
      event_status_note: name('event.event_status_note'),
      event_status: 'rescheduled',
      attendance: 'mixed',
      tickets: [{ name: shortName('event.tickets'), url: 'https://x.example/', price: 5, currency: 'EUR' }],
      show_map: true,
      show_map_link: true,
    }),
    venue: () => ({
      venue: name('venue.venue'),
      description: html('venue.description'),
      address: name('venue.address'),
      city: name('venue.city'),
      country: name('venue.country'),
      stateprovince: name('venue.stateprovince'),
      zip: name('venue.zip'),
      phone: name('venue.phone'),
      website: url('venue.website'),
      show_map: true,
      geo_lat: 40 + record / 100,
      geo_lng: record / 100,
    }),
    organizer: () => ({
      organizer: name('organizer.organizer'),
      description: html('organizer.description'),
      phone: name('organizer.phone'),
      email: name('organizer.email'),
      website: url('organizer.website'),
    }),
    category: () => ({ name: shortName('category.name'), description: html('category.description') }),
    tag: () => ({ name: shortName('tag.name'), description: html('tag.description') }),
  };
}
