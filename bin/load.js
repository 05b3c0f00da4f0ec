// Loads a file of the program from the code that the build had V8 compile. Without this code, Node.js loads the file as any other.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const require = createRequire(import.meta.url);

/** Beside the program: who can write there could change the program as well. Each version of Node.js compiles differently. */
export const keptFile = (file) =>
  join(dirname(file), '.compiled', `${basename(file)}-${process.version}-${process.arch}`);

/** At the end of the kept code. V8 checks little more than the lengths, so that a damaged file could end the process. */
export function checksum(source, compiled) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(crc32(compiled, crc32(source)));
  return bytes;
}

/** In the function that Node.js wraps around a file, on the same lines. If V8 refuses `cachedData`, it compiles the source. */
export const scriptOf = (file, source, cachedData) =>
  new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData,
  });

function readKept(file) {
  let kept;
  try {
    kept = readFileSync(keptFile(file));
  } catch {
    return undefined;
  }
  const source = readFileSync(file);
  const compiled = kept.subarray(0, -4);
  if (!checksum(source, compiled).equals(kept.subarray(-4))) return undefined;
  return scriptOf(file, source.toString(), compiled);
}

/** What a file exports. It is registered, because files that Node.js loads may require it too. */
export function load(file, compile = readKept) {
  if (require.cache[file]) return require.cache[file].exports;
  const script = compile(file);
  if (!script) return require(file);
  const module = { id: file, filename: file, exports: {}, children: [], loaded: false };
  require.cache[file] = module;
  const requireOther = createRequire(file);
  const requireFrom = (name) =>
    name.startsWith('.') ? load(resolve(dirname(file), name), compile) : requireOther(name);
  script.runInThisContext()(module.exports, requireFrom, module, file, dirname(file));
  module.loaded = true;
  return module.exports;
}
