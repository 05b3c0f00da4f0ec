// Venues and organizers, settled by the rules of their models.
import type { Call } from '../../src/core/call.js';
import type { Given } from '../../src/core/field.js';
import type { Model } from '../../src/core/model.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row, Values } from '../../src/core/store.js';
import type { Random } from './random.js';
import { paragraphs, themes, towns } from './words.js';

const halls = ['Hall', 'Barn', 'Theatre', 'Library', 'Chapel', 'Museum', 'Gardens', 'Arena', 'Club', 'Mill'];
const groups = [
  'Guild',
  'Society',
  'Circle',
  'Collective',
  'Trust',
  'Choir',
  'Club',
  'Foundation',
  'Friends',
  'School',
];
const countries = ['United Kingdom', 'United States', 'France', 'Ireland', 'Canada'];

/** In an area of about 500 by 500 km. */
export const placeOf = (random: Random) => ({
  geo_lat: Math.round((50 + 4.5 * random.next()) * 1e4) / 1e4,
  geo_lng: Math.round((-5 + 7 * random.next()) * 1e4) / 1e4,
});

export const venueOf = (random: Random): Given => ({
  name: `${random.pick(towns)} ${random.pick(themes)} ${random.pick(halls)}`,
  description: paragraphs(random, 1),
  address: `${random.integer(1, 200)} ${random.pick(towns)} Road`,
  city: random.pick(towns),
  country: random.pick(countries),
  state: random.pick(['VT', 'ME', 'NY', 'WA']),
  province: random.pick(['Kent', 'Brittany', 'Ontario', 'Cork']),
  zip: String(random.integer(10_000, 99_999)),
  phone: `555-${random.integer(1_000, 9_999)}`,
});

export const organizerOf = (random: Random): Given => {
  const place = random.pick(towns);
  return {
    name: `${place} ${random.pick(themes)} ${random.pick(groups)}`,
    description: paragraphs(random, 1),
    phone: `555-${random.integer(1_000, 9_999)}`,
    email: `hello@${place.toLowerCase()}.example`,
    website: `https://${place.toLowerCase()}.example/`,
  };
};

/** The settled values with the columns that storage adds: sort keys, and no translations. */
export const settled = (model: Model, values: Values): Values => ({
  ...values,
  ...model.keys(values),
  ...(model.translated.length > 0 && { language: '', translations: {} }),
});

/** The id at the end makes the slug unique without a query. */
export function recordOf(model: Model, given: Given, call: Call, id: number): Row {
  const { values, slugs } = settleRecord(model, { given, stored: undefined, call });
  return { ...settled(model, values), slug: `${slugs?.[0]}-${id}`, id };
}
