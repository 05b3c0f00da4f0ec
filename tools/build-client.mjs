// Bundles the client library into one file, dist/client/client.js, with its type declarations beside it.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeOutdated, unlessUpToDate } from './up-to-date.mjs';

const record = '.build.json';

export async function buildClient(root) {
  const target = join(root, 'dist/client');
  // The types come from the document of the API.
  const inputs = { folders: ['client'], files: ['docs/openapi.json'], target, record };
  await unlessUpToDate(root, inputs, async () => {
    const { build } = await import('vite');
    const [{ output }] = await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        target: 'es2022',
        outDir: target,
        emptyOutDir: false,
        minify: false,
        lib: { entry: join(root, 'client/client.ts'), formats: ['es'], fileName: () => 'client.js' },
      },
    });
    const run = (...command) => execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
    run('--import', 'tsx', 'tools/api-types.ts');
    const declarations = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', target];
    run('node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json', ...declarations);
    const types = readdirSync(join(root, 'client')).filter((file) => file.endsWith('.ts'));
    const outputs = [...output.map(({ fileName }) => fileName), ...types.map((file) => file.replace(/\.ts$/, '.d.ts'))];
    removeOutdated(target, outputs, (name) => name === record);
    return outputs;
  });
}
