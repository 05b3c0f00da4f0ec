// A record of each build: what it read and wrote. The same inputs are not built again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));

/** Of all files that a bundle can contain or depend on, and of what compiles it. Generated types depend on the others. */
function digestInputs(root, folders, inputFiles) {
  const tools = filesIn(join(root, 'tools')).filter((file) => /(build|up-to)[^/]*\.mjs$/.test(file));
  const files = [
    ...folders.flatMap((folder) => filesIn(join(root, folder))).filter((file) => !file.endsWith('/generated.ts')),
    ...inputFiles.map((file) => join(root, file)),
    ...tools,
    join(root, 'package-lock.json'),
  ];
  const digest = createHash('sha256').update(`${process.version}-${process.arch}\0`);
  for (const file of files.sort())
    digest
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return digest.digest('hex');
}

/** Calls `build`, which returns the names of the files that it wrote into `target`, if anything in `folders` or `files` changed. */
export async function unlessUpToDate(root, { folders, files = [], target, record }, build) {
  const inputs = digestInputs(root, folders, files);
  const isWritten = (name) => existsSync(join(target, name));
  if (isWritten(record)) {
    const last = JSON.parse(readFileSync(join(target, record), 'utf8'));
    if (last.inputs === inputs && last.outputs.every(isWritten)) return;
  }
  rmSync(join(target, record), { force: true });
  const outputs = await build();
  mkdirSync(dirname(join(target, record)), { recursive: true });
  writeFileSync(join(target, record), JSON.stringify({ inputs, outputs }));
}

/** Removes files of earlier builds. The others were overwritten in place, so that a running service never misses one. */
export function removeOutdated(target, outputs, isOther) {
  const wanted = new Set(outputs);
  for (const file of filesIn(target)) {
    const name = file.slice(target.length + 1);
    if (!isOther(name) && !wanted.has(name)) rmSync(file);
  }
}
