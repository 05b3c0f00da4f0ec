// Bundles the service with the packages it uses into dist/: a process that reads a few files starts in less than half the
// time of one that reads a thousand. Packages with native parts stay in node_modules/.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeOutdated, unlessUpToDate } from './up-to-date.mjs';

const native = ['libsql', 'sharp', '@node-rs/argon2'];

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
    const { output } = await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, external: native },
      build: {
        ssr: true,
        target: 'node20.19',
        outDir: target,
        emptyOutDir: false,
        rolldownOptions: {
          input: inputsIn(root),
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    });
    cpSync(join(root, 'src/demo/pictures'), join(target, 'pictures'), { recursive: true });
    const pictures = readdirSync(join(target, 'pictures')).map((name) => `pictures/${name}`);
    const outputs = [...output.map(({ fileName }) => fileName), ...pictures];
    removeOutdated(target, outputs, (name) => /^(web|client)\//.test(name));
    return outputs;
  });
}
