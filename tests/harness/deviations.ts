// Pairs of responses for the tests of known deviations: differences that are explained, and faults that are not.
import { describe, expect, it } from 'vitest';
import { compareResponses, type Named } from '../../src/compare/compare-responses.js';
import type { Deviation } from '../../src/compare/deviations/deviation.js';
import type { SideResponse } from '../../src/compare/response.js';
import { siteUrls } from '../../src/compare/site-url.js';

export const events = '/wp-json/tribe/events/v1/events';
export const wp = '/wp-json/wp/v2';

export interface Pair {
  readonly path?: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly status?: number;
  readonly headers?: { readonly old: Record<string, string>; readonly new: Record<string, string> };
}

/** The differences between the responses of `old.example` and `new.example`. */
export function found({ path = `${events}/1`, old, new: now, status = 200, headers }: Pair): readonly Named[] {
  const response = (body: unknown, given: Record<string, string> = {}): SideResponse => ({
    status,
    headers: given,
    body,
  });
  const responses = { old: response(old, headers?.old), new: response(now, headers?.new) };
  const sites = { old: siteUrls(['https://old.example']), new: siteUrls(['https://new.example']) };
  return compareResponses(path, responses, { ...sites, authors: new Map(), counts: new Map() }).differences;
}

export type Cases = Readonly<Record<string, { readonly known: readonly Pair[]; readonly faults: readonly Pair[] }>>;

/** Every deviation explains its own differences, and no fault at the same place. */
export function checkDeviations(deviations: readonly Deviation[], cases: Cases): void {
  describe('known deviations', () => {
    it('all have a case here', () => {
      expect(Object.keys(cases)).toEqual(deviations.map(({ id }) => id));
    });

    it.each(Object.keys(cases))('%s explains all its differences', (id) => {
      for (const pair of cases[id]?.known ?? []) {
        const differences = found(pair);
        expect(differences.length, JSON.stringify(pair)).toBeGreaterThan(0);
        expect(differences, JSON.stringify(pair)).toEqual(
          differences.map(() => expect.objectContaining({ deviation: id })),
        );
      }
    });

    it.each(Object.keys(cases))('%s explains no fault at the same place', (id) => {
      for (const pair of cases[id]?.faults ?? []) {
        const unexplained = found(pair).filter(({ deviation }) => deviation === undefined);
        expect(unexplained.length, JSON.stringify(pair)).toBeGreaterThan(0);
      }
    });
  });
}
