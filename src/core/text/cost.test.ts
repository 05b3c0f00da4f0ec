import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { amountsOf, readCost } from './cost.js';

type Row = readonly [input: unknown, text: string, symbol: string, position: string, values: readonly string[]];

const examples: readonly Row[] = [
  ['10', '$10', '', '', ['10']],
  [10, '$10', '', '', ['10']],
  [12.5, '$12.5', '', '', ['12.5']],
  [1.125, '$1.125', '', '', ['1.125']],
  ['$10', '$10', '$', 'prefix', ['10']],
  ['€15', '€15', '€', 'prefix', ['15']],
  ['15€', '15€', '€', 'postfix', ['15']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['10 EUR', '10EUR', 'EUR', 'postfix', ['10']],
  ['CHF 20', 'CHF20', 'CHF', 'prefix', ['20']],
  ['R$ 15', 'R$15', 'R$', 'prefix', ['15']],
  ['Rs.500', 'Rs.500', 'Rs.', 'prefix', ['500']],
  ['10 Kč', '10Kč', 'Kč', 'postfix', ['10']],
  ['10-20', '$10 – $20', '', '', ['10', '20']],
  ['10 – 20', '$10 – $20', '', '', ['10', '20']],
  ['20 to 10', '$10 – $20', '', '', ['10', '20']],
  ['$10 - $20', '$10 – $20', '$', 'prefix', ['10', '20']],
  ['$5-$20', '$5 – $20', '$', 'prefix', ['5', '20']],
  ['10 and 30', '$10 – $30', '', '', ['10', '30']],
  ['€10 and €30', '€10 – €30', '€', 'prefix', ['10', '30']],
  ['10 & 30', '$10 – $30', '', '', ['10', '30']],
  ['10 or 30', '$10 – $30', '', '', ['10', '30']],
  ['5, 10, and 20', '$5 – $20', '', '', ['5', '10', '20']],
  ['5, 10, 20', '$5 – $20', '', '', ['5', '10', '20']],
  ['from 10 to 30', '$10 – $30', '', '', ['10', '30']],
  ['between $10 and $30', '$10 – $30', '$', 'prefix', ['10', '30']],
  ['de 10 à 30 €', '10€ – 30€', '€', 'postfix', ['10', '30']],
  ['10 bis 30 EUR', '10EUR – 30EUR', 'EUR', 'postfix', ['10', '30']],
  ['€5 – €12', '€5 – €12', '€', 'prefix', ['5', '12']],
  ['10,50 €', '10,50€', '€', 'postfix', ['10.50']],
  ['1,000 and 2,500.50', '$1,000 – $2,500.50', '', '', ['1000', '2500.50']],
  ['from 5', 'from 5', '', '', ['5']],
  ['5+', '5+', '', '', ['5']],
  ['10 and a coat', '10 and a coat', '', '', ['10']],
  ['10 and', '10 and', '', '', ['10']],
  ['Rand 50', 'Rand 50', '', '', ['50']],
  ['10-20 EUR', '10EUR – 20EUR', 'EUR', 'postfix', ['10', '20']],
  [['5', '10'], '$5 – $10', '', '', ['5', '10']],
  [['$5', '$10'], '$5 – $10', '$', 'prefix', ['5', '10']],
  [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
  [['10', 5, '10'], '$5 – $10', '', '', ['5', '10']],
  ['$5, $10', '$5 – $10', '$', 'prefix', ['5', '10']],
  ['$5,$10', '$5 – $10', '$', 'prefix', ['5', '10']],
  ['5,10,15', '$5 – $15', '', '', ['5', '10', '15']],
  ['10.50', '$10.50', '', '', ['10.50']],
  ['10,50', '$10,50', '', '', ['10.50']],
  ['€ 10,50', '€10,50', '€', 'prefix', ['10.50']],
  ['.5', '$.5', '', '', ['0.5']],
  ['1,000', '$1,000', '', '', ['1000']],
  ['1.000', '$1.000', '', '', ['1000']],
  ['0.125', '$0.125', '', '', ['0.125']],
  ['1,000,000', '$1,000,000', '', '', ['1000000']],
  ['1.000.000,5', '$1.000.000,5', '', '', ['1000000.5']],
  ['1,00,000', '$1,00,000', '', '', ['100000']],
  ['$1,234.56', '$1,234.56', '$', 'prefix', ['1234.56']],
  ['1.234,56 €', '1.234,56€', '€', 'postfix', ['1234.56']],
  ['1 234,56 €', '1 234,56€', '€', 'postfix', ['1234.56']],
  ["1'234.50 CHF", "1'234.50CHF", 'CHF', 'postfix', ['1234.50']],
  ['0.00', 'Free', '', '', ['0.00']],
  ['$0', 'Free', '$', 'prefix', ['0']],
  ['0-20', 'Free – $20', '', '', ['0', '20']],
  ['Free - $20', 'Free – $20', '$', 'prefix', ['0', '20']],
  ['Free', 'Free', '', '', ['free']],
  ['Donation', 'Donation', '', '', ['donation']],
  [['Free', 'By Donation'], 'Free, By Donation', '', '', ['free', 'by-donation']],
  ['12 per person', '12 per person', '', '', ['12']],
  ['$20 or $1,500 for ten', '$20 or $1,500 for ten', '', '', ['20', '1500']],
  ['$10 USD', '$10 USD', '', '', ['10']],
  [['$5', '€10'], '$5, €10', '', '', ['5', '10']],
  [['Donation', '$20'], 'Donation, $20', '', '', ['20']],
  ['-5', '-5', '-', 'prefix', ['5']],
  [-5, '-5', '-', 'prefix', ['5']],
  ['-5-10', '-5-10', '', '', ['5', '10']],
  ['<b>$5</b><script>x</script>', '$5', '$', 'prefix', ['5']],
  ['9'.repeat(40), '9'.repeat(40), '', '', []],
  ['0', '', '', '', []],
  [0, '', '', '', []],
  ['', '', '', '', []],
  [' ', '', '', '', []],
  [null, '', '', '', []],
  [[], '', '', '', []],
  [['', '10'], '$10', '', '', ['10']],
];

const impossible: readonly unknown[] = [
  ...[true, false, {}, undefined, [['5']], [{}], [null], Number.NaN, Number.POSITIVE_INFINITY],
  Array.from({ length: 101 }, () => '5'),
  'x'.repeat(501),
];

const pieces = fc.constantFrom(
  '$',
  '€',
  'EUR',
  ' ',
  ',',
  '.',
  '-',
  '–',
  '0',
  '5',
  '10',
  '000',
  ' to ',
  'Free',
  ';',
  '/',
  "'",
  'x',
);

describe('readCost', () => {
  it.each(examples)('reads %j as %j', (input, text, symbol, position, values) => {
    expect(readCost(input)).toEqual({ text, symbol, position, values });
  });

  it.each(impossible.map((input) => [input]))('refuses %j', (input) => {
    expect(readCost(input)).toBeUndefined();
  });

  it('shows prices without a symbol in the currency of the site', () => {
    const site = { symbol: ' kr', position: 'postfix' } as const;
    expect(readCost('10-20', site)?.text).toBe('10 kr – 20 kr');
    expect(readCost('$10', site)?.text).toBe('$10');
  });

  it('never throws, and lists amounts as ascending numbers', () => {
    const text = fc.oneof(fc.string({ unit: pieces, maxLength: 15 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.oneof(text, fc.double(), fc.array(fc.oneof(text, fc.double())), fc.anything()), (input) => {
        const cost = readCost(input);
        if (cost === undefined || !/\d/.test(cost.text)) return;
        const amounts = cost.values.map(Number);
        expect(amounts.every(Number.isFinite)).toBe(true);
        expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
      }),
      { numRuns: repetitions(1000) },
    );
  });

  it('parses its own display text to the same values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 5 }), (amounts) => {
        const sorted = [...new Set(amounts)].sort((a, b) => a - b);
        expect(readCost(amounts.map(String).join(', '))?.values).toEqual(sorted.map(String));
        expect(readCost(amounts.map((n) => `$${n.toLocaleString('en-US')}.00`))?.values).toEqual(
          sorted.map((n) => `${n}.00`),
        );
      }),
    );
  });
});

describe('amountsOf', () => {
  const costs: readonly (readonly [unknown, string])[] = [
    ['5', '5'],
    ['€5 – €12', '5 – 12'],
    ['10,50 €', '10,50'],
    ['1,000', '1,000'],
    [['0$', '20$', '30$'], '0, 20, 30'],
    ['Free', 'Free'],
    ['Donation', 'Donation'],
    ['$5 or €6', '$5 or €6'],
    ['5 per child', '5 per child'],
    ['', ''],
  ];
  it.each(costs)('%j without its currency is %j', (input, amounts) => {
    const cost = readCost(input);
    expect(cost && amountsOf(cost)).toBe(amounts);
    expect(readCost(amounts)?.values).toEqual(cost?.values);
  });
});
