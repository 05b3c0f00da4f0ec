// Checks which folder may import which, that files do not import each other in circles, that generic code names no
// resource, and that browser code imports nothing of the service but the shared rules of HTML and colours and the list of
// languages, and that the client library imports nothing but itself. Part of `npm run check`. With --write it prints the table into docs/ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { circlesIn } from './import-circles.js';
import { knownCircles, shared, table } from './import-table.js';
import { withTables } from './import-table-doc.js';

const root = fileURLToPath(new URL('../src', import.meta.url));

const wiring = ['app.ts', 'main.ts'];
const generic = ['core/', 'facades/openapi/', 'operations/', 'storage/', 'cache/', 'http/'];
const names = /\b(venues?|organizers?|categor(y|ies))\b|['"`](events?|tags?)['"`]/;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort();

const rowOf = (file: string): string | undefined => {
  const rows = Object.keys(table).filter((row) => file === row || file.startsWith(`${row}/`));
  return rows.sort((a, b) => b.length - a.length)[0];
};

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const codeOf = (file: string): string => withoutComments(readFileSync(join(root, file), 'utf8'));

/** The imports of a file: packages by name, files by their path. */
const importsOf = (file: string): readonly string[] =>
  [...codeOf(file).matchAll(/\b(?:from |import |import\()'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? join(dirname(file), target).replace(/\.js$/, '.ts') : target,
  );

const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}/`);
const used = new Set<string>();

function* faultsOf(file: string): Generator<string> {
  const isGeneric = generic.some((folder) => file.startsWith(folder)) && !file.startsWith('storage/migrations/');
  const named = isGeneric && names.exec(codeOf(file));
  if (named) yield `${file} names a resource: ${named[0]}`;
  if (wiring.includes(file)) return;
  const row = rowOf(file);
  if (!row) {
    yield `${file} is in no row of the table`;
    return;
  }
  const { local = [], packages = [] } = table[row] ?? {};
  for (const target of importsOf(file)) {
    const isFile = target.endsWith('.ts');
    const allowed = isFile
      ? [row, ...local].find((name) => isWithin(target, name))
      : packages.find((one) => one === target);
    if (allowed === undefined) yield `${file} may not import ${isFile ? target : `the package ${target}`}`;
    else used.add(`${row} ${allowed}`);
  }
}

/** Rows and allowances that nothing needs. */
function* unused(): Generator<string> {
  for (const [row, { local, packages }] of Object.entries(table)) {
    if (!existsSync(join(root, row))) yield `the table has a row of ${row}, which does not exist`;
    for (const name of [...local, ...packages]) {
      if (!used.has(`${row} ${name}`)) yield `the table lets ${row} import ${name}, which it does not`;
    }
  }
}

function* circles(): Generator<string> {
  const graph = new Map(files.map((file) => [file, importsOf(file).filter((target) => files.includes(target))]));
  for (const circle of circlesIn(graph)) {
    const isKnown = knownCircles.some((known) => circle.every((file) => known.includes(file)));
    if (!isKnown) yield `these files import each other: ${circle.join(', ')}`;
  }
}

const webRoot = fileURLToPath(new URL('../web', import.meta.url));
const webPackages = ['preact', '@preact/signals', '@event-calendar/core', 'dompurify', 'leaflet', 'uqr'];

/** A folder of browser code imports nothing of its sibling folders but the map, and of the service only the shared rules. */
function* webFaultsOf(file: string): Generator<string> {
  const code = withoutComments(readFileSync(join(webRoot, file), 'utf8'));
  const [folder = ''] = file.split('/');
  for (const [, from, bare, lazy] of code.matchAll(/\bfrom '([^']+)'|\bimport '([^']+)'|\bimport\('([^']+)'\)/g)) {
    const target = from ?? bare ?? lazy ?? '';
    const known = webPackages.some((name) => target === name || target.startsWith(`${name}/`));
    const reached = join(dirname(file), target);
    const inside = target.startsWith('.') && [folder, 'map'].some((name) => reached.startsWith(`${name}/`));
    const path = relative(root, join(webRoot, dirname(file), target)).replace(/\.js$/, '.ts');
    if (!known && !inside && !shared.includes(path)) yield `web/${file} may not import ${target}`;
  }
}

const webFiles = readdirSync(webRoot, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

const clientRoot = fileURLToPath(new URL('../client', import.meta.url));
const clientFiles = readdirSync(clientRoot).filter((file) => file.endsWith('.ts'));

/** The client library has no dependencies, and runs where there is no Node.js. */
function* clientFaultsOf(file: string): Generator<string> {
  const code = withoutComments(readFileSync(join(clientRoot, file), 'utf8'));
  for (const [, target = ''] of code.matchAll(/\b(?:from |import |import\()'([^']+)'/g)) {
    if (!target.startsWith('./')) yield `client/${file} may not import ${target}`;
  }
}

const architecture = fileURLToPath(new URL('../docs/ARCHITECTURE.md', import.meta.url));

function* outdated(): Generator<string> {
  const written = readFileSync(architecture, 'utf8');
  const current = withTables(written, readdirSync(join(webRoot, 'admin'), { withFileTypes: true }));
  if (current === written) return;
  if (process.argv.includes('--write')) writeFileSync(architecture, current);
  else yield 'docs/ARCHITECTURE.md prints another table of folders: run npm run generate';
}

const faults = [
  ...files.flatMap((file) => [...faultsOf(file)]),
  ...unused(),
  ...circles(),
  ...webFiles.flatMap((file) => [...webFaultsOf(file)]),
  ...clientFiles.flatMap((file) => [...clientFaultsOf(file)]),
  ...outdated(),
];
for (const fault of faults) console.error(fault);
if (faults.length) process.exitCode = 1;
else console.log(`${files.length + webFiles.length + clientFiles.length} files keep to the import table`);
