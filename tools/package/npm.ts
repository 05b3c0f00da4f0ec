// A package for npm and npx. Only packages with native parts are installed with it: the others are in the bundle.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { native } from '../build-program.mjs';
import { inNewFolder, packages, root, run } from './program.js';

export const makeNpmPackage = (): string =>
  inNewFolder((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { scripts, devDependencies, overrides, ...published } = manifest;
    const dependencies = Object.fromEntries(native.map((name) => [name, manifest.dependencies[name]]));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...published, dependencies }, undefined, 2)}\n`);
    for (const name of ['bin', 'dist', 'LICENSE', 'README.md']) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    return join(packages, run('npm', ['pack', '--silent', '--pack-destination', packages], folder).trim());
  });
