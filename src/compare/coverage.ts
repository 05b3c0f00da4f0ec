// How much was compared, by route. A route without differences says little if it has few responses and values.
import type { Compared } from './compare-responses.js';

export interface Coverage {
  readonly route: string;
  readonly responses: number;
  /** Keys of the responses, each counted once however many records have it. */
  readonly fields: number;
  readonly values: number;
}

/** Routes come from logs and fields from responses, so that a broken side could send new ones forever. */
const maxRoutes = 1_000;
const maxFields = 1_000;

export function newCoverage() {
  const routes = new Map<string, { responses: number; values: number; readonly fields: Set<string> }>();
  return {
    add: ({ route, values }: Compared): void => {
      const found = routes.get(route) ?? { responses: 0, values: 0, fields: new Set<string>() };
      if (routes.size < maxRoutes) routes.set(route, found);
      found.responses += 1;
      for (const [pattern, count] of values) {
        found.values += count;
        if (found.fields.size < maxFields) found.fields.add(pattern);
      }
    },
    all: (): readonly Coverage[] =>
      [...routes]
        .map(([route, { fields, ...counts }]) => ({ route, ...counts, fields: fields.size }))
        .sort((a, b) => (a.route < b.route ? -1 : 1)),
  };
}
