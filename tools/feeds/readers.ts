// The programs that read iCalendar files, where they are installed.
import { join } from 'node:path';
import type { Outcome } from './check.js';
import { shown } from './check.js';
import { type Limit, type ReadEvent, readByIcalJs } from './ical-values.js';
import { icalendarLimits, vobjectLimits } from './limits.js';
import { compiled, fileNamed, hasProgram, jsonLines, pythonWith, run } from './programs.js';

export interface Reader {
  readonly name: string;
  readonly needs: string;
  readonly limits: readonly Limit[];
  /** Undefined if the program is not installed. */
  readonly open: () => Promise<((path: string) => Promise<readonly ReadEvent[]>) | undefined>;
}

/** Runs a script with the Python that has a module; undefined if there is none. */
export function python(
  script: string,
  ...modules: readonly string[]
): ((...args: string[]) => Promise<string>) | undefined {
  const command = pythonWith(...modules);
  return command === undefined ? undefined : (...args) => run(command, [fileNamed(script), ...args]);
}

const byPython =
  (script: string, module: string): Reader['open'] =>
  async () => {
    const read = python(script, module);
    return read && (async (path) => jsonLines<ReadEvent>(await read(path)));
  };

export const icalJs: Reader = {
  name: 'ical.js',
  needs: 'npm install',
  limits: [],
  open: async () => async (path) => readByIcalJs(path),
};

export const readersIn = (folder: string): readonly Reader[] => [
  icalJs,
  {
    name: 'libical',
    needs: 'cc, pkg-config and libical-dev',
    limits: [],
    open: async () => {
      const program = await compiled('read_libical.c', join(folder, 'read_libical'));
      return program === undefined ? undefined : async (path) => jsonLines<ReadEvent>(await run(program, [path]));
    },
  },
  {
    name: 'icalendar',
    needs: 'python3-icalendar',
    limits: icalendarLimits,
    open: byPython('read_icalendar.py', 'icalendar'),
  },
  { name: 'vobject', needs: 'python3-vobject', limits: vobjectLimits, open: byPython('read_vobject.py', 'vobject') },
];

/** Problems that sabre/vobject finds; undefined if it is not installed. */
export async function validatedBySabre(paths: readonly string[]): Promise<Outcome | undefined> {
  const isInstalled = "exit(file_exists('/usr/share/php/Sabre/VObject/autoload.php') ? 0 : 1);";
  if (!hasProgram('php', '-r', isInstalled)) return undefined;
  const results = jsonLines<{ readonly events?: number; readonly message?: string }>(
    await run('php', ['-d', 'memory_limit=2G', fileNamed('validate_sabre.php'), ...paths]),
  );
  const events = results.reduce((sum, { events: count = 0 }) => sum + count, 0);
  const problems = results.filter(({ message }) => message !== undefined);
  return { compared: `${paths.length} files with ${events} events are valid`, differences: problems.map(shown) };
}

export async function lintedByXmllint(paths: readonly string[]): Promise<Outcome | undefined> {
  if (!hasProgram('xmllint', '--version')) return undefined;
  await run('xmllint', ['--huge', '--noout', ...paths]);
  return { compared: `${paths.length} files are well-formed`, differences: [] };
}
