// Which costs and tickets make an event free of charge.
import { expect, test } from 'vitest';
import { readCost } from '../../core/text/cost.js';
import { isFree } from './free.js';

const cost = (input: unknown) => readCost(input) ?? { text: '?', values: [] };

test.each<[unknown, readonly { price?: number }[], boolean]>([
  [null, [], true],
  ['', [], true],
  ['0', [], true],
  [0, [], true],
  ['€0.00', [], true],
  ['Free', [], true],
  ['Entrée libre', [], true],
  ['Eintritt frei', [], true],
  ['Donation', [], false],
  ['10', [], false],
  ['0 - 20', [], false],
  ['From 5 euros', [], false],
  ['', [{ price: 0 }, {}], true],
  ['', [{ price: 0 }, { price: 3.5 }], false],
  ['0', [{ price: 3.5 }], false],
])('a cost of %j with the tickets %j: %s', (given, tickets, free) => {
  expect(isFree(cost(given), tickets)).toBe(free);
});
