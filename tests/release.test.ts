// The release script in a scratch repository with a real git: the version, changelog, commit and tag it makes, and the
// cases it refuses without changing anything.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReleaseRefused, release } from '../tools/release.js';

const changelog = `# Changelog

## [Unreleased]

### Fixed

- Prices such as $5 are kept.

## [0.1.0] - 2026-01-01

- First release.
`;
const changes = '### Fixed\n\n- Prices such as $5 are kept.';
const failing = 'node -e "process.exit(1)"';
const scripts = {
  check: 'node -e ""',
  generate: "node -e \"fs.writeFileSync('generated.txt', require('./package.json').version)\"",
};

let folder: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

function commit(file: string, text: string): void {
  write(file, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
}

const manifest = (changed: Partial<typeof scripts> = {}): string =>
  JSON.stringify({ name: 'scratch', version: '0.1.0', scripts: { ...scripts, ...changed } });

/** Everything that a release changes. */
const state = () => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain'), read('package.json')];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  write('package.json', manifest());
  write('package-lock.json', JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' }, other: {} } }));
  write('generated.txt', '0.1.0');
  commit('CHANGELOG.md', changelog);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a release', () => {
  test('sets the version, dates the changelog section, commits and tags', () => {
    expect(release(folder, '0.2.0', false)).toBe('Released 0.2.0. Publish it with: git push --follow-tags');
    expect(JSON.parse(read('package.json'))).toEqual({ name: 'scratch', version: '0.2.0', scripts });
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, other: {} },
    });
    expect(read('generated.txt')).toBe('0.2.0');
    const [, date = ''] = /^## \[0\.2\.0\] - (\d{4}-\d\d-\d\d)$/m.exec(read('CHANGELOG.md')) ?? [];
    expect(read('CHANGELOG.md')).toBe(
      changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [0.2.0] - ${date}\n`),
    );
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s')).toBe('chore(release): 0.2.0\nchange');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(`Almanac 0.2.0\n\n${changes}`);
  });

  test('shows only the unreleased changes in a dry run and changes nothing', () => {
    const before = state();
    const message = release(folder, '0.2.0', true);
    expect(message).toMatch(/^Would commit and tag v0\.2\.0/);
    expect(message.endsWith(changes)).toBe(true);
    expect(state()).toEqual(before);
  });

  test('restores every file when generating fails', () => {
    commit('package.json', manifest({ generate: failing }));
    const before = state();
    expect(() => release(folder, '0.2.0', false)).toThrow(new ReleaseRefused('npm run generate failed.'));
    expect(state()).toEqual(before);
    expect(read('CHANGELOG.md')).toBe(changelog);
  });
});

describe('a release is refused', () => {
  const refused: readonly (readonly [string, string, () => void, string])[] = [
    ['on another branch', '0.2.0', () => git('switch', '--quiet', '--create', 'topic'), 'Switch to main.'],
    ['with a changed file', '0.2.0', () => write('generated.txt', 'edited'), 'uncommitted changes'],
    ['with an untracked file', '0.2.0', () => write('new.txt', ''), 'uncommitted changes'],
    ['when the tag exists', '0.2.0', () => git('tag', 'v0.2.0'), 'The tag v0.2.0 exists.'],
    ['with the current version', '0.1.0', () => {}, 'not above the current version 0.1.0.'],
    ['with an incomplete version', '0.2', () => {}, '0.2 is not a version.'],
    ['with a version that starts with v', 'v0.2.0', () => {}, 'v0.2.0 is not a version.'],
    [
      'without unreleased changes',
      '0.2.0',
      () => commit('CHANGELOG.md', changelog.replace(changes, '')),
      'no changes under [Unreleased]',
    ],
    ['when the check fails', '0.2.0', () => commit('package.json', manifest({ check: failing })), 'check failed.'],
  ];

  test.each(refused)('%s', (_, version, prepare, message) => {
    prepare();
    const before = state();
    expect(() => release(folder, version, false)).toThrow(message);
    expect(state()).toEqual(before);
  });
});
