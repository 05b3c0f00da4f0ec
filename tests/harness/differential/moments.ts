// Dates in the spellings that people and programs use, around the moment at which the world begins.
import fc from 'fast-check';
import { startOfWorld } from '../world.js';
import { pick, weighed } from './texts.js';

const hour = 3_600_000;
const hours = fc.integer({ min: -9_000, max: 18_000 });

/** So many hours after the beginning, in one of the usual forms. */
function spelled(after: number, form: number): string {
  const iso = new Date(Date.parse(`${startOfWorld.replace(' ', 'T')}Z`) + after * hour).toISOString().slice(0, 19);
  const [plain, date] = [iso.replace('T', ' '), iso.slice(0, 10)];
  return [plain, plain, plain, date, iso, `${iso}Z`, `${iso}+05:30`][form] ?? plain;
}

const words = ['now', 'today', 'tomorrow 9am', '+2 weeks', 'next monday', '1813000000', 'June 20 2027', '2027/06/21'];
const edges = ['0001-01-01', '9999-12-31 23:59:59', '2027-03-14 02:30:00', '2027-11-07 01:30:00'];
const doubtful = ['2027-02-30', 'x', '0', ''];

export const moment = weighed<string>(
  [8, fc.tuple(hours, fc.nat(6)).map(([after, form]) => spelled(after, form))],
  [2, pick(...words, ...edges)],
  [0.5, pick(...doubtful)],
);

/** Start and end, mostly in order. */
export const span = fc
  .tuple(hours, weighed<number>([9, fc.nat(200)], [1, fc.integer({ min: -5, max: 5 })]), fc.nat(6))
  .map(([start, length, form]) => ({ start_date: spelled(start, form), end_date: spelled(start + length, form) }));
