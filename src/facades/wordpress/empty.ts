// WordPress lists that a calendar has no records for: always empty, and every ID is unknown.
import { Problem, type ProblemName } from '../../core/problem.js';
import type { StaticEndpoint } from '../endpoints.js';
import { withContext } from './context.js';

const table: readonly (readonly [string, ProblemName])[] = [
  ['posts', 'no-post'],
  ['pages', 'no-post'],
  ['categories', 'no-term'],
  ['comments', 'no-comment'],
];

export const emptyLists: readonly StaticEndpoint[] = table.map(([path, missing]) =>
  withContext({
    path,
    byName: 'id',
    answer: (_, { part }) => {
      if (part !== undefined) throw new Problem(missing);
      return [];
    },
  }),
);
