// The build of the commit before the newest migration, for nodes that are upgraded.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface OlderBuild {
  readonly folder: string;
  readonly commit: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const migrations = 'src/storage/migrations';
/** What the program is built from, without the client library. */
const sources = ['bin', 'src', 'web', 'tools', 'package.json', 'package-lock.json', 'tsconfig.json'];

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** In a new folder, with the packages of this tree. */
export function buildOlder(folder: string): OlderBuild {
  const newest = readdirSync(join(root, migrations))
    .filter((file) => /^\d/.test(file))
    .sort()
    .at(-1);
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `${migrations}/${newest}`);
  const commit = git('rev-parse', '--short', `${added}^`);
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit, ...sources], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return { folder, commit };
}
