// Removes the packages from node_modules/ of a folder that the build has bundled into dist/: `node remove-bundled.mjs FOLDER`. Only
// packages with native parts are loaded from there, and what these need.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { native } from '../build-program.mjs';

const modules = join(process.argv[2] ?? '.', 'node_modules');
const kept = new Set();

function keep(name) {
  const manifest = join(modules, name, 'package.json');
  // Images and packages are made for glibc; libsql does not say which of its parts is for which library.
  if (kept.has(name) || name.endsWith('-musl') || !existsSync(manifest)) return;
  kept.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) keep(needed);
}

for (const name of native) {
  keep(name);
  if (!kept.has(name)) throw new Error(`${name} is not installed in ${modules}`);
}
for (const entry of readdirSync(modules)) {
  const names = entry.startsWith('@') ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`) : [entry];
  for (const name of names) if (!kept.has(name)) rmSync(join(modules, name), { recursive: true });
  if (entry.startsWith('@') && readdirSync(join(modules, entry)).length === 0)
    rmSync(join(modules, entry), { recursive: true });
}
