// Bundles the browser code and renders the icons into dist/web/, each file also compressed. File names have a hash of the content, except the
// embed script, whose URL is used on other sites.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { removeOutdated, unlessUpToDate } from './up-to-date.mjs';

/** All that the bundles can contain; check-imports.ts keeps other folders out. */
const folders = ['web', 'src/core'];

export async function buildWeb(root) {
  const target = join(root, 'dist/web');
  await unlessUpToDate(root, { folders, target, record: '.vite/build.json' }, async () => {
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
    removeOutdated(target, outputs, (name) => name.startsWith('.vite'));
    return ['.vite/manifest.json', ...outputs];
  });
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
      license: output.format === 'iife' ? false : { fileName: 'licenses.md' },
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
