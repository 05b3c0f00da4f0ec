// Makes a release: `npm run release -- 0.2.0 [--dry-run]`. Sets the version, moves the unreleased changes under it in the
// changelog, regenerates the files that contain the version, commits and tags. Nothing is pushed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import semver from 'semver';

/** A reason not to release, for the person who runs the script. */
export class ReleaseRefused extends Error {}

/** The section of unreleased changes: its heading, and everything up to the next version or the end. */
const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|$(?![\s\S]))/m;

/** Releases the repository in `root` and returns the message to print. */
export function release(root: string, version: string, isDryRun: boolean): string {
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', input }).trim();
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
  const writeJson = (file: string, value: unknown): void => write(file, `${JSON.stringify(value, undefined, 2)}\n`);
  const runScript = (name: string): void => {
    try {
      execFileSync('npm', ['run', name], { cwd: root, stdio: 'inherit' });
    } catch {
      throw new ReleaseRefused(`npm run ${name} failed.`);
    }
  };

  const manifest = JSON.parse(read('package.json'));
  const changelog = read('CHANGELOG.md');
  const changes = unreleased.exec(changelog)?.[1]?.trim() ?? '';
  const tag = `v${version}`;

  if (semver.valid(version) !== version) {
    throw new ReleaseRefused(`${version} is not a version. Use three numbers, for example 0.2.0.`);
  }
  if (!semver.gt(version, manifest.version)) {
    throw new ReleaseRefused(`${version} is not above the current version ${manifest.version}.`);
  }
  const branch = git(['rev-parse', '--abbrev-ref', 'HEAD']);
  if (branch !== 'main') throw new ReleaseRefused(`This is the branch ${branch}. Switch to main.`);
  if (git(['status', '--porcelain']) !== '') {
    throw new ReleaseRefused('There are uncommitted changes. Commit or remove them.');
  }
  if (git(['tag', '--list', tag]) !== '') throw new ReleaseRefused(`The tag ${tag} exists.`);
  if (!/^- /m.test(changes)) throw new ReleaseRefused('CHANGELOG.md has no changes under [Unreleased].');

  const heading = `## [${version}] - ${new Date().toISOString().slice(0, 10)}`;
  if (isDryRun) return `Would commit and tag ${tag} with these changes:\n\n${heading}\n\n${changes}`;

  runScript('check');
  try {
    writeJson('package.json', { ...manifest, version });
    const lock = JSON.parse(read('package-lock.json'));
    const packages = { ...lock.packages, '': { ...lock.packages[''], version } };
    writeJson('package-lock.json', { ...lock, version, packages });
    write('CHANGELOG.md', changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n${heading}\n`));
    runScript('generate');
    git(['add', '--all']);
    git(['commit', '--quiet', '--message', `chore(release): ${version}`]);
  } catch (error) {
    // The tree was clean before, so this loses nothing.
    git(['reset', '--quiet', '--hard']);
    throw error;
  }
  // Verbatim, because git otherwise removes lines that start with # as comments.
  git(['tag', '--annotate', tag, '--cleanup=verbatim', '--file=-'], `Almanac ${version}\n\n${changes}\n`);
  return `Released ${version}. Publish it with: git push --follow-tags`;
}

function main(): void {
  const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1) {
    throw new ReleaseRefused('Usage: npm run release -- <version> [--dry-run]');
  }
  console.log(release(fileURLToPath(new URL('..', import.meta.url)), version, values['dry-run'] ?? false));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
