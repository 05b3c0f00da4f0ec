// The commands of the guide for moving exist, with all their options.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, newFolder, run } from './harness/program.js';

const guide = readFileSync(new URL('../docs/moving.md', import.meta.url), 'utf8');

/** In blocks and in sentences, without comments and variables. */
const commands = [...guide.matchAll(/\balmanac ([a-z][^\n`#]*)/g)].map(([, words = '']) => words.trim().split(/\s+/));

/** The names of the command and its subcommand; arguments come later. */
const nameOf = ([first = '', second = '']: readonly string[]): readonly string[] =>
  first === 'import' ? [first, second] : [first];

describe('the guide for moving', () => {
  afterAll(cleanUp);

  it('has commands of every step', () => {
    const names = new Set(commands.map((words) => nameOf(words).join(' ')));
    for (const name of ['serve', 'import tec', 'import status', 'compare', 'import finish', 'export', 'import undo']) {
      expect(names).toContain(name);
    }
  });

  it.each(commands.map((words) => [words.join(' '), words] as const))(
    'names a command that exists: %s',
    async (_, words) => {
      const { code, stdout } = await run([...nameOf(words), '--help'], { data: newFolder() });
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: almanac ${nameOf(words).join(' ')} `);
      const options = words.filter((word) => word.startsWith('--'));
      expect(options.filter((option) => !new RegExp(`${option}\\b`).test(stdout))).toEqual([]);
    },
  );
});
