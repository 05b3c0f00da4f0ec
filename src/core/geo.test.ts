// Geographic distances and bounding boxes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../tests/harness/repetitions.js';
import { boxAround, distanceKm, type Point } from './geo.js';

const cities = {
  berlin: { lat: 52.52, lng: 13.405 },
  paris: { lat: 48.8566, lng: 2.3522 },
  newYork: { lat: 40.7128, lng: -74.006 },
  losAngeles: { lat: 34.0522, lng: -118.2437 },
  suva: { lat: -18.1416, lng: 178.4419 },
  apia: { lat: -13.8333, lng: -171.7667 },
};

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const radius = fc.oneof(
  fc.double({ min: 0.001, max: 200, noNaN: true }),
  fc.double({ min: 1, max: 20_040, noNaN: true }),
);

const isIn = ({ lat, lng }: Point, { south, north, spans }: ReturnType<typeof boxAround>): boolean =>
  lat >= south && lat <= north && spans.some(([west, east]) => lng >= west && lng <= east);

describe('distances', () => {
  test.each([
    ['berlin', 'paris', 877.5],
    ['newYork', 'losAngeles', 3_935.7],
    ['suva', 'apia', 1_145],
  ] as const)('from %s to %s are about %d km', (from, to, km) => {
    expect(Math.abs(distanceKm(cities[from], cities[to]) - km)).toBeLessThan(km / 200);
  });

  test('are symmetric, and zero to the point itself', () => {
    expect(distanceKm(cities.suva, cities.apia)).toBe(distanceKm(cities.apia, cities.suva));
    expect(distanceKm(cities.paris, cities.paris)).toBe(0);
  });

  test('are zero across the date line, and at a pole for all longitudes', () => {
    expect(distanceKm({ lat: 0, lng: 180 }, { lat: 0, lng: -180 })).toBe(0);
    expect(distanceKm({ lat: 90, lng: 0 }, { lat: 90, lng: 137 })).toBe(0);
  });

  test('are half the circumference to the antipode', () => {
    expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBe(20_015.114);
    expect(distanceKm({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBe(20_015.114);
  });
});

describe('the bounding box of a circle', () => {
  test('contains every point of the circle', () => {
    fc.assert(
      fc.property(point, point, radius, (centre, other, km) => {
        fc.pre(distanceKm(centre, other) <= km);
        expect(isIn(other, boxAround(centre, km))).toBe(true);
      }),
      { numRuns: repetitions(1_000) },
    );
  });

  test('contains every point of a small circle', () => {
    const step = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(point, step, step, (centre, north, east) => {
        const lng = centre.lng + east;
        const other = {
          lat: Math.max(-90, Math.min(90, centre.lat + north)),
          lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
        };
        expect(isIn(other, boxAround(centre, distanceKm(centre, other)))).toBe(true);
      }),
      { numRuns: repetitions(1_000) },
    );
  });

  test('is split at the date line and spans all longitudes at the poles', () => {
    expect(boxAround({ lat: 0, lng: 179.9 }, 40).spans).toHaveLength(2);
    expect(boxAround({ lat: 0, lng: -179.9 }, 40).spans).toHaveLength(2);
    expect(boxAround({ lat: 0, lng: 0 }, 40).spans).toHaveLength(1);
    expect(boxAround({ lat: 89.9, lng: 10 }, 40).spans).toEqual([[-180, 180]]);
    expect(boxAround({ lat: -89.9, lng: 10 }, 40).spans).toEqual([[-180, 180]]);
  });
});
