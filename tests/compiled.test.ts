// The code that the build keeps compiled: it is used for exactly the files that it was made from.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, newFolder } from './harness/program.js';

afterEach(cleanUp);

const root = new URL('../', import.meta.url);

/** Loads a file that exports 2, with kept code that exports 1: `bytes` makes the kept file from it and from both sources. */
function loadWith(bytes: string): unknown {
  const file = join(newFolder(), 'program.cjs');
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { dirname } from 'node:path';
    import { checksum, keptFile, load, scriptOf } from '${new URL('bin/load.js', root)}';
    const file = ${JSON.stringify(file)};
    const [other, source] = ['1', '2'].map((value) => Buffer.from(\`exports.value = \${value};\`));
    writeFileSync(file, source);
    const compiled = scriptOf(file, other.toString()).createCachedData();
    const kept = ${bytes};
    mkdirSync(dirname(keptFile(file)));
    if (kept) writeFileSync(keptFile(file), kept);
    console.log(load(file).value, load(file) === load(file));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim();
}

describe('kept code', () => {
  it('is run in the place of the source', () => {
    expect(loadWith('Buffer.concat([compiled, checksum(source, compiled)])')).toBe('1 true');
  });

  it.each([
    ['of another source of the same length', 'Buffer.concat([compiled, checksum(other, compiled)])'],
    ['with a changed byte', 'Buffer.concat([compiled, checksum(source, compiled)]).fill(7, 90, 91)'],
    ['that ends early', 'Buffer.concat([compiled, checksum(source, compiled)]).subarray(0, -9)'],
    ['without content', 'Buffer.alloc(0)'],
    ['that V8 refuses', 'Buffer.concat([Buffer.alloc(9), checksum(source, Buffer.alloc(9))])'],
    ['that does not exist', 'undefined'],
  ])('%s is ignored', (_, bytes) => {
    expect(loadWith(bytes)).toBe('2 true');
  });

  it('is made by the build, for this version of Node.js', () => {
    expect(readdirSync(new URL('dist/.compiled/', root))).toContain(`main.cjs-${process.version}-${process.arch}`);
  });

  it('is used for files that Node.js loads as well: each file is loaded once', () => {
    const folder = newFolder();
    const files = {
      'main.cjs':
        'exports.part = require("./part.cjs"); exports.late = () => require("node:module").createRequire(__filename)("./late.cjs");',
      'part.cjs': 'exports.loaded = 1;',
      'late.cjs': 'exports.part = require("./part.cjs"); exports.main = require("./main.cjs");',
    };
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
    const script = `
      import { readFileSync } from 'node:fs';
      import { load, scriptOf } from '${new URL('bin/load.js', root)}';
      const main = load(${JSON.stringify(join(folder, 'main.cjs'))}, (file) => scriptOf(file, readFileSync(file, 'utf8')));
      const { part, main: again } = main.late();
      console.log(part === main.part, again === main);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(output.trim()).toBe('true true');
  });
});
