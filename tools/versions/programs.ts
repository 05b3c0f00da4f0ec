// Earlier versions of the program from the history of the repository, each compiled file by file and run with the packages of
// today.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf, type Ran } from '../../tests/harness/program.js';
import type { Place } from './place.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'src/storage/migrations';

const git = (args: readonly string[], input = ''): string =>
  execFileSync('git', args, { cwd: root, input, encoding: 'utf8', maxBuffer: 2 ** 28 });

const migrationFiles = (tree: string): readonly string[] =>
  git(['ls-tree', '--name-only', tree])
    .split('\n')
    .filter((file) => /^\d/.test(file));

/** The newest commit of each schema version whose migrations have the names of today's. */
export function commitsByVersion(): ReadonlyMap<number, string> {
  const today = migrationFiles(`HEAD:${folder}`);
  const commits = git(['rev-list', 'HEAD', '--', 'src']).trim().split('\n');
  const trees = git(
    ['cat-file', '--batch-check=%(objectname)'],
    commits.map((commit) => `${commit}:${folder}\n`).join(''),
  ).split('\n');
  const versions = new Map<string, number>();
  const found = new Map<number, string>();
  for (const [at, commit] of commits.entries()) {
    const tree = trees[at] ?? '';
    if (tree.endsWith('missing')) continue;
    if (!versions.has(tree)) {
      const files = migrationFiles(tree);
      versions.set(tree, files.every((file, index) => file === today[index]) ? files.length : 0);
    }
    const version = versions.get(tree) ?? 0;
    if (version > 0 && !found.has(version)) found.set(version, commit.slice(0, 8));
  }
  return found;
}

export interface Program {
  readonly commit: string;
  readonly run: (place: Place, ...args: readonly string[]) => Promise<Ran>;
  /** Starts `serve`, and stops it after the work. */
  readonly whileServing: (place: Place, args: readonly string[], work: (url: string) => Promise<void>) => Promise<void>;
}

const firstWithLanguages = 4;

const edits: readonly (readonly [RegExp, string])[] = [
  // The sources ask by their own name whether they are bundled.
  [/!import\.meta\.url\.endsWith\(["']\.ts["']\)/, 'false'],
  // Of a package that is not installed.
  [
    /^import (\w+) from ["']@oxc-project\/runtime\/helpers\/taggedTemplateLiteral["'];/m,
    'const $1 = (texts, raw) => Object.defineProperties(texts, { raw: { value: raw ?? texts.slice(0) } });',
  ],
];

/** Every file becomes JavaScript in its place: compiled when it starts, each of them would take seconds. */
async function compileIn(folder: string): Promise<void> {
  const { transformWithOxc } = await import('vite');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!name.endsWith('.ts')) continue;
    if (!/\.(d|test)\.ts$/.test(name)) {
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false, target: 'esnext' });
      writeFileSync(
        file.replace(/ts$/, 'js'),
        edits.reduce((text, [found, by]) => text.replace(found, by), code),
      );
    }
    rmSync(file);
  }
}

/** `parent`: the folder for the sources of commits. */
export async function programAt(parent: string, commit: string, version: number): Promise<Program> {
  const sources = join(parent, commit);
  if (!existsSync(sources)) {
    mkdirSync(sources, { recursive: true });
    const archive = execFileSync('git', ['archive', commit, 'src', 'package.json', 'tsconfig.json'], {
      cwd: root,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x', '-C', sources], { input: archive });
    await compileIn(join(sources, 'src'));
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
    // Pages are not looked at: files of today's are enough.
    symlinkSync(join(root, 'dist'), join(sources, 'dist'));
  }
  const launch = ({ settings }: Place, args: readonly string[]) => {
    const child = spawn(process.execPath, ['src/main.js', ...args], {
      cwd: sources,
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))),
        ALMANAC_PORT: '0',
        ALMANAC_WORKERS: '1',
        ALMANAC_RATE_LIMIT: 'off',
        ...(version >= firstWithLanguages && { ALMANAC_LANGUAGES: 'en,fr' }),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ...outputOf(child) };
  };
  return {
    commit,
    run: (place, ...args) => launch(place, args).ended,
    whileServing: async (place, args, work) => {
      const { child, output, ended } = launch(place, ['serve', ...args]);
      try {
        const url = await new Promise<string>((resolve, reject) => {
          child.stdout.on('data', () => {
            const [found] = /https?:\/\/[^\s/]+/.exec(output.stdout) ?? [];
            if (found) resolve(found);
          });
          ended.then(({ stderr }) => reject(new Error(`${commit} does not serve: ${stderr}`))).catch(reject);
        });
        await work(url);
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
    },
  };
}
