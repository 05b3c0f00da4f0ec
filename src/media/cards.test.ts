// Cards of link previews: what the shipped font can draw, and how much is drawn at once.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Card } from '../core/card.js';
import { cardFont, coverageOf, drawable } from './card-font.js';
import { openCards } from './cards.js';
import { drawCard } from './draw-card.js';

const card = (title: string, more: Partial<Card> = {}): Card => ({
  title,
  when: ['4 July 2027', '2027-07-04'],
  site: 'Oakton',
  accent: '',
  ...more,
});

describe('a text that can be drawn', async () => {
  const covers = coverageOf(await readFile(cardFont.file));

  test.each([
    ['Été — “Größe” Ελλάδα Лето Đà Nẵng €5', 'Été — “Größe” Ελλάδα Лето Đà Nẵng €5'],
    ['Cafe\u0301', 'Café'],
    ['🎻 Jazz 👩‍👩‍👧🏽 night ❤️ 1️⃣', 'Jazz night 1'],
    ['a\u0000b\n\tc\u2028d\u202Ee\u00ADf', 'a b c def'],
    ['cut \uD83C', 'cut'],
    [`Z${'\u0301'.repeat(50)}`, `\u0179${'\u0301'.repeat(3)}`],
    ['<b>1 & 2</b>', '<b>1 & 2</b>'],
  ])('%j is %j', (text, expected) => expect(drawable(text, covers)).toBe(expected));

  test.each(['東京', 'Jazz 東京', 'حفلة', 'שלום', 'ไทย', '🎻', '', ' \u200B '])('%j is not', (text) => {
    expect(drawable(text, covers)).toBeUndefined();
  });
});

test('a title that the font lacks is left out, and so is a date', async () => {
  const [none, chinese, otherDate] = await Promise.all([
    drawCard(card('')),
    drawCard(card('東京')),
    drawCard(card('', { when: ['7月4日', '4 July 2027'] })),
  ]);
  expect(chinese.equals(none)).toBe(true);
  expect(otherDate.equals(none)).toBe(true);
  expect((await drawCard(card('Tokyo'))).equals(none)).toBe(false);
});

test('markup in a title is text', async () => {
  const [bold, plain] = await Promise.all([drawCard(card('<b>x</b>')), drawCard(card('x'))]);
  expect(bold.equals(plain)).toBe(false);
});

test('one card is drawn at a time, the same one once, a known one not again, and too many are refused', async () => {
  const drawn: string[] = [];
  let [running, most] = [0, 0];
  const draw = openCards(async ({ title }) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    drawn.push(title);
    if (title === 'broken') throw new Error('no ink');
    return Buffer.from(title);
  });
  const same = await Promise.all([draw(card('a')), draw(card('a')), draw(card('b'))]);
  expect(same.map(String)).toEqual(['a', 'a', 'b']);
  await draw(card('a'));
  expect([drawn, most]).toEqual([['a', 'b'], 1]);
  await expect(draw(card('broken'))).rejects.toThrow('no ink');
  await expect(draw(card('broken'))).rejects.toThrow('no ink');
  expect(drawn.filter((title) => title === 'broken')).toHaveLength(2);
  const many = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => draw(card(`many ${at}`))));
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(17);
  expect(String(await draw(card('many 29')))).toBe('many 29');
});

test('the cache of cards is bounded', async () => {
  let count = 0;
  const draw = openCards(async () => {
    count++;
    return Buffer.alloc(1_048_576);
  });
  for (const title of ['a', 'b', 'c', 'd', 'e', 'a']) await draw(card(title));
  expect(count).toBe(6);
});
