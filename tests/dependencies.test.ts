// Checks the supported Node versions in package.json against the `engines` of every runtime dependency, against the
// versions that continuous integration tests, and against the image.
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

const manifest: { readonly engines: { readonly node: string }; readonly dependencies: Record<string, string> } =
  JSON.parse(read('package.json'));
const locked: Readonly<Record<string, LockedPackage>> = JSON.parse(read('package-lock.json')).packages;
const supported = manifest.engines.node;

/**
 * Packages whose `engines` are stricter than what they need, with the version that was tried on our lowest Node version.
 * docs/decisions/0022-node-versions.md gives the reason for each.
 */
const tried: Readonly<Record<string, string>> = { 'sanitize-html': '2.18.1' };

/** npm skips an optional package that does not support the Node version, so only the others can be a problem. */
const tooStrict = Object.entries(locked)
  .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
  .filter(([, { engines }]) => engines?.node && !semver.subset(supported, engines.node))
  .map(([path, { version }]) => [path.split('node_modules/').at(-1), version]);

test('every runtime dependency supports the Node versions that package.json declares', () => {
  expect(Object.fromEntries(tooStrict)).toEqual(tried);
});

test('direct dependencies are pinned to one version', () => {
  const ranges = Object.entries(manifest.dependencies).filter(([, version]) => !semver.valid(version));
  expect(ranges).toEqual([]);
});

test('the supported versions leave out Node releases that cannot require an ES module', () => {
  expect(
    ['20.19.0', '20.20.2', '22.12.0', '24.0.0'].filter((version) => !semver.satisfies(version, supported)),
  ).toEqual([]);
  expect(['20.18.3', '21.7.3', '22.11.0'].filter((version) => semver.satisfies(version, supported))).toEqual([]);
});

test('continuous integration tests the lowest supported Node version and every later release line', () => {
  const versions = /^ +node: (\[.*\])$/m.exec(read('.github/workflows/ci.yml'))?.[1] ?? '[]';
  const tested = (JSON.parse(versions) as string[]).map((version) => semver.minVersion(version)?.version ?? '');
  expect(tested[0]).toBe(semver.minVersion(supported)?.version);
  expect(tested.map((version) => semver.major(version))).toEqual([20, 22, 24]);
});

test('.nvmrc, the image and the packages use a supported Node version', () => {
  const image = /^ARG BASE=node:(\d+)/m.exec(read('Dockerfile'))?.[1] ?? '';
  for (const version of [read('.nvmrc').trim(), image]) {
    expect(semver.subset(version, '>=20'), `${version} is a version`).toBe(true);
    expect(semver.intersects(version, supported), `${version} is supported`).toBe(true);
  }
  const inPackages = /nodeVersion = '(.*)'/.exec(read('tools/package/program.ts'))?.[1] ?? '';
  expect(semver.satisfies(inPackages, image)).toBe(true);
});
