// Lanes of a week: events of one lane never overlap, and each event is in the topmost free lane.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOut, onDay, type Span } from './lanes.js';

const lanesOf = (...spans: readonly Span[]): readonly number[] => layOut(spans, (span) => span).map(({ lane }) => lane);

test('events on different days share a lane, overlapping ones get separate lanes', () => {
  const monToWed = { from: 0, to: 2 };
  const wed = { from: 2, to: 2 };
  const thu = { from: 3, to: 3 };
  expect(lanesOf(monToWed, wed, thu)).toEqual([0, 1, 0]);
  expect(lanesOf(wed, monToWed, thu)).toEqual([0, 1, 0]);
  expect(lanesOf({ from: 0, to: 6 }, wed, wed)).toEqual([0, 1, 2]);
  expect(lanesOf()).toEqual([]);
});

test('events of one lane never overlap, and lanes are topmost, for any week', () => {
  const spans = fc.tuple(fc.nat(6), fc.nat(6)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 30 }), (week) => {
      const laid = layOut(week, (span) => span);
      for (let day = 0; day < 7; day++) {
        const lanes = onDay(laid, day).map(({ lane }) => lane);
        expect(new Set(lanes).size).toBe(lanes.length);
      }
      const touches = (a: Span, b: Span) => a.from <= b.to && b.from <= a.to;
      for (const [at, { span, lane }] of laid.entries())
        for (let above = 0; above < lane; above++)
          expect(laid.slice(0, at).some((other) => other.lane === above && touches(other.span, span))).toBe(true);
    }),
  );
});
