import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const sources = new URL('../src/', import.meta.url).href;

export async function load(url, context, next) {
  const [, path] = /^(.*\.ts)(\?.*)?$/.exec(url) ?? [];
  if (!path?.startsWith(sources)) return next(url, context);
  const file = fileURLToPath(path);
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return { format: 'module', source: code, shortCircuit: true };
}
