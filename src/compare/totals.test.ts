import { expect, test } from 'vitest';
import { routeOf } from './path.js';
import { newTotals } from './totals.js';

const events = '/wp-json/tribe/events/v1/events';
const dates = 'start_date=1971-01-01&end_date=2100-12-31';
const side = (body: object) => ({ status: 200, headers: {}, body });
const list = (total: number) => side({ total });
const event = (status: string) => side({ json_ld: { eventStatus: `https://schema.org/${status}` } });

function totalsOf(answers: readonly (readonly [path: string, old: object, now: object])[]) {
  const totals = newTotals();
  for (const [path, old, now] of answers)
    totals.add(routeOf(path), path, { old, new: now } as Parameters<typeof totals.add>[2]);
  return totals.all();
}

test('a site with every event twice has twice the total, whatever parts of the list have', () => {
  expect(
    totalsOf([
      [events, list(7), list(7)],
      [`${events}?featured=true&${dates}`, list(2), list(2)],
      [`${events}?${dates}&per_page=50`, list(40), list(80)],
      [`${events}?${dates}&per_page=50&page=2`, list(40), list(80)],
      ['/wp-json/tribe/events/v1/venues', list(3), list(3)],
    ]),
  ).toEqual([
    { name: 'events', old: 40, new: 80 },
    { name: 'venues', old: 3, new: 3 },
  ]);
});

test('a cancelled event that lost its status is missing in the total of that status', () => {
  expect(
    totalsOf([
      [`${events}/1`, event('EventCancelled'), event('EventScheduled')],
      [`${events}/2`, event('EventScheduled'), event('EventScheduled')],
      [`${events}/by-slug/two`, event('EventScheduled'), event('EventScheduled')],
    ]),
  ).toEqual([
    { name: 'EventCancelled', old: 1, new: 0 },
    { name: 'EventScheduled', old: 1, new: 2 },
  ]);
});
