// Bundles the service with the packages it uses into dist/: a process that reads a few files starts in less than half the
// time of one that reads a thousand. Packages with native parts stay in node_modules/.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeOutdated, unlessUpToDate } from './up-to-date.mjs';

/** Not bundled: they load a file of machine code from their own folder. */
export const native = ['libsql', 'sharp', '@node-rs/argon2'];

/** The font of link previews with its licence, from a package of which only this weight is shipped. */
const fontPackage = 'node_modules/@expo-google-fonts/noto-serif';
const fontFiles = {
  'fonts/card.ttf': `${fontPackage}/600SemiBold/NotoSerif_600SemiBold.ttf`,
  'fonts/LICENSE': `${fontPackage}/LICENSE_FONT`,
  'fonts/fonts.conf': 'src/media/fonts.conf',
};

/** Programs and files that are read by name; src/core/shipped.ts has their places. */
function inputsIn(root) {
  const folder = 'src/storage/migrations';
  const migrations = readdirSync(join(root, folder)).filter((file) => /^\d/.test(file));
  return {
    main: join(root, 'src/main.ts'),
    'file-reader': join(root, 'src/imports/reading/worker.ts'),
    'health-server': join(root, 'src/http/health-server.ts'),
    ...Object.fromEntries(
      migrations.map((file) => [`migrations/${file.replace(/\.ts$/, '')}`, join(root, folder, file)]),
    ),
  };
}

export async function buildProgram(root) {
  const target = join(root, 'dist');
  await unlessUpToDate(root, { folders: ['src'], target, record: '.build.json' }, async () => {
    const { build } = await import('vite');
    const { buildCompiled } = await import('./build-compiled.mjs');
    const { output } = await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, external: native },
      build: {
        ssr: true,
        license: { fileName: 'licenses.md' },
        target: 'node20.19',
        outDir: target,
        emptyOutDir: false,
        rolldownOptions: {
          input: inputsIn(root),
          // Compiled code can be kept for scripts, not for modules.
          output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
        },
      },
    });
    cpSync(join(root, 'src/demo/pictures'), join(target, 'pictures'), { recursive: true });
    for (const [name, file] of Object.entries(fontFiles)) cpSync(join(root, file), join(target, name));
    const pictures = readdirSync(join(target, 'pictures')).map((name) => `pictures/${name}`);
    const outputs = [...output.map(({ fileName }) => fileName), ...pictures, ...Object.keys(fontFiles)];
    removeOutdated(target, outputs, (name) => /^(web|client)\//.test(name));
    return [...outputs, ...(await buildCompiled(root))];
  });
}
