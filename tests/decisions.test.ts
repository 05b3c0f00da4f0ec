// The decision notes: each has a status, a date and consequences, says what was refused, and names only files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/decisions/`;
const notes = readdirSync(folder).filter((name) => name.endsWith('.md'));
const read = (name: string): string => readFileSync(folder + name, 'utf8');
const numberOf = (name: string): number => Number(name.slice(0, 4));

/** Paths in backticks are relative to the repository, to src/, or to an engine's folder. */
const bases = ['', 'src/', 'src/core/text/', 'src/storage/', 'src/storage/engines/embedded/'].map(
  (base) => root + base,
);
/** Paths of examples, and of files that are generated or belong to a database. */
const notStored = ['src/storage/migrations/0014-event-subtitle.ts', 'web/admin/api/generated.ts'];

test('decision notes are numbered without a duplicate', () => {
  const numbers = notes.map(numberOf);
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe.each(notes)('decision %s', (name) => {
  const text = read(name);

  test('has its number, a status, a date, what was refused, and consequences', () => {
    expect(text).toMatch(new RegExp(`^# ${numberOf(name)}\\. \\S`));
    expect(text).toMatch(/^- Status: (accepted|superseded by \[\d+\]\()/m);
    expect(text).toMatch(/^- Date: \d{4}-\d\d-\d\d$/m);
    expect(text).toMatch(/Refused: |^## Refused\n/m);
    expect(text).toMatch(/^## Consequences\n\n- /m);
  });

  test('links and names only files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => folder + target);
    const paths = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css|json|yml))`/g)].map(([, path = '']) => path);
    const missing = [
      ...links.filter((target) => !existsSync(target)),
      ...paths.filter((path) => !notStored.includes(path) && !bases.some((base) => existsSync(base + path))),
    ];
    expect(missing).toEqual([]);
  });
});
