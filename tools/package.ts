// Makes what people install, into packages/: `npm run package -- npm|archive|debian|image [--arch arm64]`.
import { mkdirSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { makeArchive } from './package/archive.js';
import { makeDebianPackage } from './package/debian.js';
import { makeImage } from './package/image.js';
import { makeNpmPackage } from './package/npm.js';
import { type Arch, build, packages, root } from './package/program.js';

/** Each returns the path of the file that it wrote. */
const makers: Readonly<Record<string, (arch: Arch) => string>> = {
  npm: makeNpmPackage,
  archive: makeArchive,
  debian: makeDebianPackage,
  image: makeImage,
};

const { values, positionals } = parseArgs({
  options: { arch: { type: 'string', default: 'x64' } },
  allowPositionals: true,
});
const make = makers[positionals[0] ?? ''];
const { arch } = values;
if (!make || positionals.length > 1 || (arch !== 'x64' && arch !== 'arm64')) {
  console.error(`Usage: npm run package -- ${Object.keys(makers).join('|')} [--arch x64|arm64]`);
  process.exit(2);
}
mkdirSync(packages, { recursive: true });
build();
const file = make(arch);
console.log(`${relative(root, file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
