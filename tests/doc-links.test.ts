// Relative links in README.md and docs/ lead to files and headings that exist, and so do the file names in ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['.', 'docs', 'docs/decisions', 'docs/recipes'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** The fragment that GitHub gives to a heading. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const fragmentsIn = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => fragmentOf(heading));

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));

test('README.md has links to check', () => {
  expect(linksIn(readFileSync(join(root, 'README.md'), 'utf8')).length).toBeGreaterThan(10);
});

test.each(files)('all links of %s lead somewhere', (file) => {
  const dead = linksIn(readFileSync(join(root, file), 'utf8')).filter((link) => {
    const [path = '', fragment] = link.split('#');
    const target = path === '' ? join(root, file) : resolve(root, dirname(file), path);
    if (!existsSync(target)) return true;
    return fragment !== undefined && !fragmentsIn(target).includes(fragment);
  });
  expect(dead).toEqual([]);
});

test('ARCHITECTURE.md names source files that exist', () => {
  const text = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const named = new Set(text.match(/(?<![\w./-])[a-z][\w-]*(?:\/[\w-]+)*\.(?:ts|mjs)\b/g));
  const isThere = (name: string): boolean =>
    name === 'columns.ts' || ['.', 'src'].some((folder) => existsSync(join(root, folder, name)));
  expect(named.size).toBeGreaterThan(30);
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
});
