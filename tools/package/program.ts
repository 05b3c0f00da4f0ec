// What all packages have in common: the built program, the packages that it loads, and Node.js.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As Node.js and npm call them. */
export type Arch = 'x64' | 'arm64';

/** As Debian and container images call them. */
export const debianArch = { x64: 'amd64', arm64: 'arm64' } as const;

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const packages = join(root, 'packages');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };

/** Of the packages that bring Node.js with them; the release line of `.nvmrc`. */
export const nodeVersion = '24.21.0';

/** Fails with the output of the command. What it prints otherwise is not shown. */
export const run = (command: string, args: readonly string[], cwd = root): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] });

export function build(): void {
  run('npm', ['run', 'types']);
  run('node', ['tools/build.mjs']);
}

/** Calls `work` with a new folder, which is removed afterwards. */
export function inNewFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-package-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The contents of a package of the registry, in `folder`. */
export function unpackFromNpm(name: string, folder: string): void {
  inNewFolder((download) => {
    const [file = ''] = run('npm', ['pack', name, '--silent', '--pack-destination', download]).trim().split('\n');
    mkdirSync(folder, { recursive: true });
    run('tar', ['-xzf', join(download, file), '-C', folder, '--strip-components=1']);
  });
}

/** Everything that runs, in `folder`: Node.js as `node` and the program beside it. The client library is for npm only. */
export function copyProgram(folder: string, arch: Arch): void {
  const isLeftOut = (path: string): boolean => /\/dist\/(client|\.compile-cache|\.compiled|\.build\.json)/.test(path);
  mkdirSync(folder, { recursive: true });
  for (const name of ['bin', 'dist', 'package.json', 'package-lock.json', 'LICENSE']) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isLeftOut(path) });
  }
  const platform = [`--cpu=${arch}`, '--os=linux', '--libc=glibc'];
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...platform], folder);
  run('node', [join(root, 'tools/package/remove-bundled.mjs'), folder]);
  rmSync(join(folder, 'package-lock.json'));
  inNewFolder((node) => {
    unpackFromNpm(`node-linux-${arch}@${nodeVersion}`, node);
    cpSync(join(node, 'bin/node'), join(folder, 'node'));
    cpSync(join(node, 'LICENSE'), join(folder, 'node.LICENSE'));
  });
}
