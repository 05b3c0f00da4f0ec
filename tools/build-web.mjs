// Bundles the browser code and renders the icons into dist/web/, each file also compressed. File names have a hash of the content, except the
// embed script, whose URL is used on other sites.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildIcons } from './build-icons.mjs';

export async function buildWeb(root) {
  const target = join(root, 'dist/web');
  const built = [
    ...(await bundle(
      root,
      target,
      {
        admin: 'web/admin/main.tsx',
        guard: 'web/admin/guard.ts',
        calendar: 'web/calendar/main.ts',
        docs: 'web/docs/main.ts',
        theme: 'web/calendar/theme.ts',
      },
      {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    )),
    ...(await bundle(root, target, { embed: 'web/embed/main.ts' }, { format: 'iife', entryFileNames: '[name].js' })),
    ...(await buildIcons(root, target)),
  ];
  const files = built.filter((name) => !name.startsWith('.'));
  for (const name of files) compress(join(target, name));
  removeOutdated(target, new Set(files.flatMap((name) => [name, `${name}.gz`, `${name}.br`])));
}

async function bundle(root, target, input, output) {
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
}

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
