// The fictional venues of the demo calendar, each with its time zone.
import type { Given } from '../core/field.js';

export interface DemoVenue {
  readonly zone: string;
  readonly coordinates: Given;
  readonly record: Given;
}

export const tideHall: DemoVenue = {
  zone: 'Europe/Lisbon',
  coordinates: { geo_lat: 38.7078, geo_lng: -9.1366 },
  record: {
    venue: 'The Tide Hall',
    address: 'Rua do Cais Velho 41',
    city: 'Lisbon',
    country: 'Portugal',
    zip: '1100-148',
    website: 'https://tidehall.example/',
    description:
      '<p>A sail loft turned concert room, a minute from the ferry. The tall windows stay open until the music starts.</p>',
  },
};

export const lanternHouse: DemoVenue = {
  zone: 'Europe/London',
  coordinates: { geo_lat: 55.9533, geo_lng: -3.1883 },
  record: {
    venue: 'Lantern House',
    address: '18 Lamplighter Close',
    city: 'Edinburgh',
    country: 'United Kingdom',
    province: 'Scotland',
    zip: 'EH1 2QX',
    phone: '+44 131 496 0148',
    website: 'https://lanternhouse.example/',
    description: '<p>A small cinema with sixty seats, a bookshop below it and a stove that is lit from September.</p>',
  },
};

export const paperMill: DemoVenue = {
  zone: 'Europe/Berlin',
  coordinates: { geo_lat: 52.5692, geo_lng: 13.4021 },
  record: {
    venue: 'Alte Papiermühle',
    address: 'Am Mühlgraben 7',
    city: 'Berlin',
    country: 'Germany',
    zip: '13187',
    website: 'https://papiermuehle.example/',
    description:
      '<p>Workshops on the ground floor, a hall with good acoustics above, and a yard with chestnut trees in between. The lift goes to every floor.</p>',
  },
};

export const windHouse: DemoVenue = {
  zone: 'America/Toronto',
  coordinates: { geo_lat: 45.523, geo_lng: -73.554 },
  record: {
    venue: 'Maison des Vents',
    address: '230, rue des Cordiers',
    city: 'Montréal',
    country: 'Canada',
    province: 'Québec',
    zip: 'H2K 4B7',
    phone: '+1 514-555-0162',
    website: 'https://maisondesvents.example/',
    description: '<p>A former rope works with a black-box theatre and a library that lends instruments.</p>',
  },
};

export const riverbend: DemoVenue = {
  zone: 'America/Los_Angeles',
  coordinates: { geo_lat: 45.5122, geo_lng: -122.6587 },
  record: {
    venue: 'Riverbend Commons',
    address: '512 SE Tannery Street',
    city: 'Portland',
    country: 'United States',
    state: 'OR',
    zip: '97214',
    phone: '+1 503-555-0119',
    website: 'https://riverbendcommons.example/',
    description:
      '<p>A community hall with a covered market, six workbenches and the best-stocked tool library in town.</p>',
  },
};

export const cloudHouse: DemoVenue = {
  zone: 'Asia/Tokyo',
  coordinates: { geo_lat: 35.0282, geo_lng: 135.7521 },
  record: {
    venue: 'Kumo Machiya',
    address: '214 Itoya-cho, Kamigyo-ku',
    city: 'Kyoto',
    country: 'Japan',
    province: 'Kyoto',
    zip: '602-8000',
    website: 'https://kumo-machiya.example/',
    description: '<p>A townhouse of dark wood around a moss garden. Shoes stay at the door; slippers are provided.</p>',
  },
};

export const saltbush: DemoVenue = {
  zone: 'Australia/Melbourne',
  coordinates: { geo_lat: -37.864, geo_lng: 144.974 },
  record: {
    venue: 'Saltbush Pavilion',
    address: '9 Foreshore Row',
    city: 'Melbourne',
    country: 'Australia',
    province: 'Victoria',
    zip: '3182',
    website: 'https://saltbush.example/',
    description: '<p>A bandstand, a kitchen and a wide lawn beside the bay. Level paths from the tram stop.</p>',
  },
};

export const jacaranda: DemoVenue = {
  zone: 'Africa/Nairobi',
  coordinates: { geo_lat: -1.26, geo_lng: 36.84 },
  record: {
    venue: 'Jacaranda Yard',
    address: '27 Muthaiti Lane',
    city: 'Nairobi',
    country: 'Kenya',
    zip: '00100',
    website: 'https://jacarandayard.example/',
    description:
      '<p>An open courtyard with a stage under the trees, a coffee roaster and a reading room for children.</p>',
  },
};
