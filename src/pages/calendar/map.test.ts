import { describe, expect, test } from 'vitest';
import { mapUrl } from './map.js';

const venue = { id: 1, url: '', venue: 'Town & Barn', address: '1 Mill Rd', city: 'Oakton' };
const point = { geo_lat: 44.4759, geo_lng: -73.2121 };
const query = encodeURIComponent('Town & Barn, 1 Mill Rd, Oakton');

describe('the link to a map', () => {
  test('leads to OpenStreetMap by default: to the coordinates, or to the address', () => {
    expect(mapUrl('', { ...venue, ...point })).toBe(
      'https://www.openstreetmap.org/?mlat=44.47590&mlon=-73.21210#map=16/44.47590/-73.21210',
    );
    expect(mapUrl('', venue)).toBe('https://www.openstreetmap.org/search?query=1%20Mill%20Rd%2C%20Oakton');
  });

  test('fills the template of the site', () => {
    expect(mapUrl('https://maps.example/?q={query}', venue)).toBe(`https://maps.example/?q=${query}`);
    expect(mapUrl('https://maps.example/{lat}/{lng}', { ...venue, ...point })).toBe(
      'https://maps.example/44.47590/-73.21210',
    );
    const bare = { id: 1, url: '', venue: 'Spot', ...point };
    expect(mapUrl('https://maps.example/?q={query}', bare)).toBe('https://maps.example/?q=44.47590%2C-73.21210');
  });

  test('is absent without what it needs', () => {
    const bare = { id: 1, url: '', venue: 'Somewhere' };
    expect(mapUrl('', bare)).toBeUndefined();
    expect(mapUrl('https://maps.example/?q={query}', bare)).toBeUndefined();
    expect(mapUrl('https://maps.example/{lat}/{lng}', venue)).toBeUndefined();
  });

  test('encodes texts that would change the URL', () => {
    const evil = { id: 1, url: '', venue: 'x', address: '"><script>&a=b#c {lat}' };
    expect(mapUrl('https://maps.example/?q={query}', evil)).toBe(
      `https://maps.example/?q=${encodeURIComponent(`x, ${evil.address}`)}`,
    );
  });
});
