import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { fold } from './fold.js';

const examples: readonly (readonly [string, string])[] = [
  ['', ''],
  ['  Many   blanks\t\nhere\u00a0', 'many blanks here'],
  ['Fête d’Été', "fete d'ete"],
  ['STRASSE Straße', 'strasse strasse'],
  ['Øresund Ærø Łódź Đakovo', 'oresund aero lodz dakovo'],
  ['Iıİi', 'iiii'],
  ['Þór Ðísa œuvre', 'thor disa oeuvre'],
  ['Ёлка Йод', 'елка иод'],
  ['ΟΔΟΣ οδος Οδός', 'οδοσ οδοσ οδοσ'],
  ['ﬁne Ｗｉｄｅ', 'fine wide'],
  ['“quoted” – dash', '"quoted" - dash'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['が か', 'が か'],
  ['한글', '한글'],
  ['किताब', 'किताब'],
  ['co\u00adop\u200b', 'coop'],
];

describe('fold', () => {
  it.each(examples)('folds %j to %j', (given, folded) => {
    expect(fold(given)).toBe(folded);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: repetitions(500) },
    );
  });

  it('folds composed and decomposed spelling alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    );
  });
});
