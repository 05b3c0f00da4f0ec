import { expect, test } from 'vitest';
import { closestTo, editDistance } from './edit-distance.js';

test.each([
  ['', '', 0],
  ['', 'port', 4],
  ['port', 'port', 0],
  ['prt', 'port', 1],
  ['portt', 'port', 1],
  ['pork', 'port', 1],
  ['prot', 'port', 1],
  ['host', 'data', 4],
  ['LANGUAGE', 'LANGUAGES', 1],
])('the edit distance of “%s” and “%s” is %i in both directions', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test('the closest word is found', () => {
  expect(closestTo('PRT', ['HOST', 'PORT', 'DATA'])).toBe('PORT');
  expect(closestTo('CACHE_M', ['CACHE', 'CACHE_MB'])).toBe('CACHE_MB');
});

test('no word is found where more than a third of the letters differ', () => {
  expect(closestTo('TYPO', ['HOST', 'PORT', 'DATA'])).toBeUndefined();
  expect(closestTo('', ['HOST'])).toBeUndefined();
});
