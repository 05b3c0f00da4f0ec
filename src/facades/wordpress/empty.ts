// Lists of the platform for which a calendar has no records: empty, and nothing at any number.
import type { Notice } from '../../core/habit.js';
import { Problem, type ProblemName } from '../../core/problem.js';
import { withContext } from './context.js';

const table: readonly (readonly [string, ProblemName])[] = [
  ['posts', 'no-post'],
  ['pages', 'no-post'],
  ['categories', 'no-term'],
  ['comments', 'no-comment'],
];

export const emptyLists: readonly Notice[] = table.map(([path, missing]) =>
  withContext({
    path,
    parts: 'id',
    tell: (_, { part }) => {
      if (part !== undefined) throw new Problem(missing);
      return [];
    },
  }),
);
