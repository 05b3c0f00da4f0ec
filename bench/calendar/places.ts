// Venues and organizers, as their own rules make them.
import type { Call } from '../../src/core/call.js';
import type { Given } from '../../src/core/field.js';
import type { Model } from '../../src/core/model.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row, Values } from '../../src/core/store.js';
import type { Chance } from './chance.js';
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

export const venueOf = (chance: Chance): Given => ({
  name: `${chance.pick(towns)} ${chance.pick(themes)} ${chance.pick(halls)}`,
  description: paragraphs(chance, 1),
  address: `${chance.whole(1, 200)} ${chance.pick(towns)} Road`,
  city: chance.pick(towns),
  country: chance.pick(countries),
  state: chance.pick(['VT', 'ME', 'NY', 'WA']),
  province: chance.pick(['Kent', 'Brittany', 'Ontario', 'Cork']),
  zip: String(chance.whole(10_000, 99_999)),
  phone: `555-${chance.whole(1_000, 9_999)}`,
});

const share = (whole: number): number => whole - Math.floor(whole);

/** Half of them stand close together in one part of the world, the rest all over it; one in ten is on no map. */
export function spotOf(at: number): Given {
  if (at % 10 === 9) return {};
  const [north, east] = [share(at * 0.754877666), share(at * 0.569840291)];
  return at % 2
    ? { geo_lat: 44 + north * 12, geo_lng: -5 + east * 25 }
    : { geo_lat: -55 + north * 125, geo_lng: -180 + east * 360 };
}

export const organizerOf = (chance: Chance): Given => {
  const place = chance.pick(towns);
  return {
    name: `${place} ${chance.pick(themes)} ${chance.pick(groups)}`,
    description: paragraphs(chance, 1),
    phone: `555-${chance.whole(1_000, 9_999)}`,
    email: `hello@${place.toLowerCase()}.example`,
    website: `https://${place.toLowerCase()}.example/`,
  };
};

/** What is stored beside the settled values: keys to sort by, and that there is but one language. */
export const settled = (model: Model, values: Values): Values => ({
  ...values,
  ...model.keys(values),
  ...(model.translated.length > 0 && { language: '', translations: {} }),
});

/** The number at the end keeps slugs apart without asking the database. */
export function recordOf(model: Model, given: Given, call: Call, id: number): Row {
  const { values, slugs } = settleRecord(model, { given, stored: undefined, call });
  return { ...settled(model, values), slug: `${slugs?.[0]}-${id}`, id };
}
