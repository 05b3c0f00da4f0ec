import { describe, expect, it } from 'vitest';
import { found } from '../../tests/harness/deviations.js';

describe('differences that are none', () => {
  it.each([
    [{ title: 'Bread &#038; Roses&#8217; Fair' }, { title: 'Bread & Roses’ Fair' }],
    [{ website: 'https://a.example/?a=1&amp;copy=2' }, { website: 'https://a.example/?a=1&copy=2' }],
    [{ title: 'Bread &amp; Roses' }, { title: 'Bread &amp; Roses' }],
    [
      { rest_url: 'https://old.example/wp-json/x/?start_date=2026-11-15 00:00:00' },
      { rest_url: 'https://new.example/wp-json/x/?start_date=2026-11-15%2000%3A00%3A00' },
    ],
    [{ description: '<p>a &#8211; b &#038; c</p>' }, { description: '<p>a – b &amp; c</p>' }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ rest_url: 'https://old.example/wp-json/x?a=1&b=2' }, { rest_url: 'http://new.example/wp-json/x?b=2&a=1' }],
    [{ rest_url: 'https://old.example/?rest_route=/x&a=1' }, { rest_url: 'https://new.example/wp-json/x?a=1' }],
  ])('%j and %j', (old, now) => {
    expect(found({ old, new: now })).toEqual([]);
  });
});

describe('plain texts', () => {
  it.each([
    [{ title: 'Bread &#038; Roses' }, { title: 'Bread &amp; Roses' }],
    [{ meta: { _EventURL: 'https://a.example/?a=1&b=2' } }, { meta: { _EventURL: 'https://a.example/?a=1&amp;b=2' } }],
    [{ website: 'https://a.example/?a=1&amp;b=2' }, { website: 'https://a.example/?a=1&amp;amp;b=2' }],
  ])('with entities on the new side are a difference: %j and %j', (old, now) => {
    expect(found({ old, new: now })).toEqual([expect.not.objectContaining({ deviation: expect.anything() })]);
  });
});

describe('differences of lists', () => {
  const list = (...ids: readonly number[]) => ids.map((id) => ({ id, title: `Event ${id}` }));
  const placesOf = (old: unknown, now: unknown) =>
    found({ old, new: now }).map(({ kind, pointer }) => `${kind} ${pointer}`);

  it('name the record that is missing, and no other', () => {
    expect(placesOf({ events: list(1, 2, 3) }, { events: list(1, 3) })).toEqual(['missing /events/1']);
  });

  it('name the order once', () => {
    expect(placesOf({ events: list(1, 2, 3) }, { events: list(3, 1, 2) })).toEqual(['order /events']);
  });

  it('name a record that appears twice', () => {
    expect(placesOf({ events: list(1, 2) }, { events: list(1, 1) })).not.toEqual([]);
  });

  it('are limited for a response that differs everywhere', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 1]));
    expect(found({ old: many, new: {} })).toHaveLength(200);
  });

  it('name a fault behind any number of known deviations', () => {
    const records = (cost: string, word: string) =>
      Array.from({ length: 300 }, (_, index) => ({
        id: index + 1,
        url: `https://${word}.example/${word}/a/`,
        cost: index === 299 ? cost : '$5',
      }));
    const unexplained = found({ old: records('$5', 'old'), new: records('$6', 'new') }).filter(
      ({ deviation }) => deviation === undefined,
    );
    expect(unexplained.map(({ pointer }) => pointer)).toEqual(['/299/cost']);
  });

  it('say so if there are more than can be compared', () => {
    const list = (item: object) => Array.from({ length: 30_000 }, () => item);
    const differences = found({ old: list({ is_virtual: true }), new: list({}) });
    expect(differences).toHaveLength(20_001);
    expect(differences.at(-1)).toMatchObject({ kind: 'too-many' });
    expect(differences.at(-1)).not.toHaveProperty('deviation');
  });

  it('treat names of object prototypes as plain keys', () => {
    const old: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}');
    expect(placesOf(old, {})).toEqual(['missing /__proto__', 'missing /constructor']);
  });
});
