import { describe, expect, test } from 'vitest';
import { eachOnce, ranked } from './rank';

const past = (label: string) => ({ label, isPast: true });
const plain = (label: string) => ({ label });

describe('what was found', () => {
  test.each([
    ['actions by their beginning', 'new ev', ['Tuesday Choir', 'New event'], ['New event', 'Tuesday Choir']],
    ['names before other fields', 'lantern house', ['Choir', 'Lantern House'], ['Lantern House', 'Choir']],
    [
      'the beginning, then words, then the inside',
      'art',
      ['Heart day', 'Martial arts', 'Art fair', 'Talk'],
      ['Art fair', 'Martial arts', 'Heart day', 'Talk'],
    ],
    ['words in any order', 'hall tide', ['Tidy hallway', 'The Tide Hall'], ['The Tide Hall', 'Tidy hallway']],
    ['without accents and case', 'ECOLE', ['Ma grande ecole', 'École du soir'], ['École du soir', 'Ma grande ecole']],
    ['equal ones as they came', 'a', ['Abc', 'Aaa'], ['Abc', 'Aaa']],
    ['signs only', '#', ['One', '#7'], ['#7', 'One']],
  ])('is ranked: %s', (_, typed, given, expected) => {
    expect(ranked(typed, given.map(plain)).map(({ label }) => label)).toEqual(expected);
  });

  test('is upcoming before past, within the same match of the name', () => {
    const given = [past('Market day'), plain('Winter market'), plain('Market hall'), plain('Talk'), past('Old market')];
    expect(ranked('market', given).map(({ label }) => label)).toEqual([
      'Market hall',
      'Market day',
      'Winter market',
      'Old market',
      'Talk',
    ]);
  });
});

test('a series is found once, by itself or by any of its dates', () => {
  const found = [{ id: 1 }, { id: 7, occurrence_of: 5 }, { id: 5 }, { id: 8, occurrence_of: 5 }, { id: 2 }, { id: 1 }];
  const records = found.map((record) => ({ record }));
  expect(eachOnce(records)).toEqual([records[0], records[1], records[4]]);
});
