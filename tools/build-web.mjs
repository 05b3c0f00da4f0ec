// Bundles the browser code and renders the icons into dist/web/, each file also compressed. File names have a hash of the content, except the
// embed script, whose URL is used on other sites.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export async function buildWeb(root) {
  const target = join(root, 'dist/web');
  const inputs = digestInputs(root);
  if (isCurrent(target, inputs)) return;
  rmSync(join(target, record), { force: true });
  // Loading them takes longer than finding that there is nothing to do.
  const [{ build }, { buildIcons }] = await Promise.all([import('vite'), import('./build-icons.mjs')]);
  const bundle = bundleWith(build, root, target);
  const built = [
    ...(await bundle(
      {
        admin: 'web/admin/main.tsx',
        guard: 'web/admin/guard.ts',
        calendar: 'web/calendar/main.ts',
        docs: 'web/docs/main.ts',
        theme: 'web/calendar/theme.ts',
      },
      {
        entryFileNames: 'assets/[name]-[hash].js',
        // Chunks that others share would get the name of any of their modules.
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]' : 'shared'}-[hash].js`,
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    )),
    ...(await bundle({ embed: 'web/embed/main.ts' }, { format: 'iife', entryFileNames: '[name].js' })),
    ...(await buildIcons(root, target)),
  ];
  const files = built.filter((name) => !name.startsWith('.'));
  for (const name of files) compress(join(target, name));
  const outputs = files.flatMap((name) => [name, `${name}.gz`, `${name}.br`]);
  removeOutdated(target, new Set(outputs));
  writeFileSync(join(target, record), JSON.stringify({ inputs, outputs }));
}

/** What the last complete build read and wrote. */
const record = '.vite/build.json';

/** Of all files that the bundles can contain or depend on; check-imports.ts keeps other folders out. */
function digestInputs(root) {
  const filesIn = (folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name));
  const tools = filesIn('tools').filter((file) => /build[^/]*\.mjs$/.test(file));
  const files = [...filesIn('web'), ...filesIn('src/core'), ...tools, join(root, 'package-lock.json')];
  const digest = createHash('sha256');
  for (const file of files.sort())
    digest
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return digest.digest('hex');
}

function isCurrent(target, inputs) {
  if (!existsSync(join(target, record))) return false;
  const last = JSON.parse(readFileSync(join(target, record), 'utf8'));
  const wanted = ['.vite/manifest.json', ...last.outputs];
  return last.inputs === inputs && wanted.every((name) => existsSync(join(target, name)));
}

const bundleWith = (build, root, target) => async (input, output) => {
  const { output: files } = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // The site may be served below a path.
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: target,
      emptyOutDir: false,
      manifest: output.format === 'iife' ? false : '.vite/manifest.json',
      modulePreload: { polyfill: false },
      rolldownOptions: { input, output },
    },
  });
  return files.map(({ fileName }) => fileName);
};

function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
}

/** Removes files of earlier builds. The others were overwritten in place, so that a running service never misses one. */
function removeOutdated(target, wanted) {
  for (const file of readdirSync(target, { recursive: true, withFileTypes: true })) {
    const name = join(file.parentPath, file.name).slice(target.length + 1);
    if (file.isFile() && !name.startsWith('.vite') && !wanted.has(name)) rmSync(join(target, name));
  }
}
