// When a replica has all that the primary had written.
import { expect, test } from 'vitest';
import { positionOf, reaches } from './replicas.js';

const at = (timeline: number, position: string) => ({ timeline, position: positionOf(position) });

test('a replica reaches a position of its own timeline alone', () => {
  expect(reaches(at(2, '0/500'), at(2, '0/500'))).toBe(true);
  expect(reaches(at(2, '0/4FF'), at(2, '0/500'))).toBe(false);
  // After a failover it has more of the former timeline than the new primary.
  expect(reaches(at(1, '1/0'), at(2, '0/500'))).toBe(false);
});
