import { checkDeviations, wp } from '../../../tests/harness/deviations.js';
import { recordDeviations } from './records.js';

const counted = (id: number, count: number) => ({ term: { id, taxonomy: 'post_tag', count } });
const priced = (symbol: string, priceCurrency: string) => ({
  cost_details: { currency_symbol: symbol },
  json_ld: { offers: { priceCurrency } },
});

checkDeviations(recordDeviations, {
  'page-addresses': {
    known: [
      { old: { url: 'https://old.example/termine/a/' }, new: { url: 'https://new.example/event/a/' } },
      {
        old: { url: 'https://old.example/event/a/2027-05-01/' },
        new: { url: 'https://new.example/event/a/2027-05-01/1/' },
      },
    ],
    faults: [
      {
        old: { url: 'https://old.example/event/a/2027-05-01/' },
        new: { url: 'https://new.example/event/a/2027-05-02/' },
      },
      { old: { url: 'https://old.example/event/a/2027-05-01/' }, new: { url: 'https://new.example/event/a/' } },
      { old: { url: 'https://old.example/event/a/' }, new: { url: 'https://new.example/event/b/' } },
      { old: { url: 'https://old.example/event/a/' }, new: { url: 'https://old.example/event/a/' } },
      { old: { website: 'https://band.example/' }, new: { website: 'https://new.example/event/a/' } },
    ],
  },
  'global-id-lineage': {
    known: [
      {
        old: { global_id_lineage: ['old.example?id=1', 'first.example?id=9'] },
        new: { global_id_lineage: ['new.example?id=1'] },
      },
    ],
    faults: [
      { old: { global_id_lineage: ['old.example?id=1'] }, new: { global_id_lineage: ['new.example?id=2'] } },
      { old: { global_id_lineage: ['old.example?id=1'] }, new: { global_id_lineage: [] } },
    ],
  },
  'custom-fields': {
    known: [{ old: { custom_fields: { a: 1 } }, new: { custom_fields: [] } }],
    faults: [{ old: { custom_fields: [] }, new: { custom_fields: ['a'] } }],
  },
  'hidden-places': {
    known: [
      {
        old: {
          venue: { id: 4, status: 'private' },
          organizer: [{ id: 8, status: 'draft' }],
          json_ld: { location: {}, organizer: {} },
        },
        new: { venue: [], organizer: [], json_ld: {} },
      },
      {
        old: {
          organizer: [
            { id: 8, status: 'publish' },
            { id: 9, status: 'private' },
          ],
        },
        new: { organizer: [{ id: 8, status: 'publish' }] },
      },
    ],
    faults: [
      { old: { venue: { id: 4, status: 'publish' } }, new: { venue: [] } },
      { old: { venue: { id: 4, status: 'private' } }, new: { venue: [{ id: 5 }] } },
      { old: { organizer: [{ id: 8, status: 'publish' }] }, new: { organizer: [] } },
      {
        old: { venue: { id: 4, status: 'publish' }, json_ld: { location: {} } },
        new: { venue: { id: 4, status: 'publish' }, json_ld: {} },
      },
      {
        old: {
          organizer: [
            { id: 8, status: 'private' },
            { id: 9, status: 'publish' },
          ],
          json_ld: { organizer: {} },
        },
        new: { organizer: [{ id: 9, status: 'publish' }], json_ld: {} },
      },
    ],
  },
  coordinates: {
    known: [
      { old: { venue: { id: 4 } }, new: { venue: { id: 4, geo_lat: 48.5, geo_lng: 0 } } },
      {
        old: { json_ld: { location: {} } },
        new: { json_ld: { location: { geo: { '@type': 'GeoCoordinates', latitude: 48.5, longitude: 2 } } } },
      },
      { old: { json_ld: {} }, new: { json_ld: { geo: { '@type': 'GeoCoordinates', latitude: 48.5, longitude: 2 } } } },
    ],
    faults: [
      { old: { geo_lat: 48.5, geo_lng: 2 }, new: { geo_lat: 48.5, geo_lng: 3 } },
      { old: { geo_lat: 48.5 }, new: { geo_lat: 48.5, geo_lng: 3 } },
      { old: {}, new: { geo_lat: 48.5 } },
      { old: {}, new: { geo_lat: '48.5', geo_lng: 3 } },
      { old: { geo_lat: 48.5, geo_lng: 2 }, new: {} },
      { old: { json_ld: { geo: { '@type': 'GeoCoordinates' } } }, new: { json_ld: {} } },
      { old: { json_ld: { geo: {} } }, new: { json_ld: { geo: { '@type': 'GeoCoordinates' } } } },
      { old: { json_ld: {} }, new: { json_ld: { geo: null } } },
    ],
  },
  'offer-currency': {
    known: [
      { old: priced('€', 'USD'), new: priced('€', 'EUR') },
      { old: priced('CHF', 'USD'), new: priced('CHF', 'CHF') },
    ],
    faults: [
      { old: priced('-', 'USD'), new: priced('-', '-') },
      { old: priced('$', 'USD'), new: priced('$', 'EUR') },
      { old: priced('', 'USD'), new: priced('', 'EUR') },
      { old: priced('€', 'USD'), new: priced('$', 'USD') },
      { old: priced('€', 'USD'), new: priced('€', '') },
    ],
  },
  tickets: {
    known: [
      { old: {}, new: { tickets: [], ticketed: false } },
      { old: { all_day: null }, new: { all_day: null, tickets: [], ticketed: null } },
      { old: { tickets: [{ id: 1 }], ticketed: ['rsvp'] }, new: { tickets: [], ticketed: false } },
    ],
    faults: [
      { old: {}, new: { tickets: [{}] } },
      { old: { all_day: true }, new: { all_day: true, tickets: [], ticketed: null } },
      { old: { tickets: [{ id: 1 }], ticketed: ['a'] }, new: { tickets: [{ id: 1 }], ticketed: false } },
      { old: { tickets: [{ id: 1 }, { id: 2 }], ticketed: ['a'] }, new: { tickets: [{ id: 1 }], ticketed: ['a'] } },
    ],
  },
  'add-on-keys': {
    known: [{ old: { is_virtual: true, yoast_head_json: {} }, new: {} }],
    faults: [
      { old: { is_visible: true }, new: {} },
      { old: {}, new: { yoast_head: '' } },
    ],
  },
  'links-between-records': {
    known: [{ path: `${wp}/tribe_events/1`, old: { _links: { curies: [], author: [] } }, new: { _links: {} } }],
    faults: [
      { path: `${wp}/tribe_events/1`, old: { _links: { self: [] } }, new: { _links: {} } },
      { path: `${wp}/tags/1`, old: { _links: { 'wp:post_type': [] } }, new: { _links: {} } },
      {
        path: `${wp}/tags/1`,
        old: { _links: { 'wp:post_type': [], curies: [] } },
        new: { _links: { 'wp:post_type': [] } },
      },
    ],
  },
  authors: {
    known: [
      {
        old: [{ author: '7' }, { author: '7' }, { author: '8' }],
        new: [{ author: '2' }, { author: '2' }, { author: '2' }],
      },
    ],
    faults: [
      { old: [{ author: '7' }, { author: '7' }], new: [{ author: '2' }, { author: '3' }] },
      { old: { author: '7' }, new: { author: '0' } },
      { old: { author: '7' }, new: { author: 7 } },
    ],
  },
  'later-change': {
    known: [{ old: { modified: '2026-01-01 10:00:00' }, new: { modified: '2026-01-02 10:00:00' } }],
    faults: [
      { old: { modified: '2026-01-02 10:00:00' }, new: { modified: '2026-01-01 10:00:00' } },
      { old: { modified: '2026-01-02 10:00:00' }, new: { modified: 'now' } },
    ],
  },
  'term-counts': {
    known: [
      { old: { count: 5 }, new: { count: 3 } },
      { old: [counted(4, 5), counted(4, 5)], new: [counted(4, 3), counted(4, 3)] },
    ],
    faults: [
      { old: [counted(4, 5), counted(4, 5)], new: [counted(4, 3), counted(4, 2)] },
      { old: { count: 3 }, new: { count: 5 } },
      { old: { count: 3 }, new: { count: -1 } },
    ],
  },
});
