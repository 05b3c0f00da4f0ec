import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const sources = new URL('../src/', import.meta.url).href;

export async function load(url, context, next) {
  const [, path] = /^(.*\.ts)(\?.*)?$/.exec(url) ?? [];
  if (!path?.startsWith(sources)) return next(url, context);
  const file = fileURLToPath(path);
  // Oxc moves templates with this end tag into a helper of a package that only bundles have; the escape means the same.
  const text = (await readFile(file, 'utf8')).replaceAll('</script', '<\\/script');
  const { code } = await transformWithOxc(text, file);
  return { format: 'module', source: code, shortCircuit: true };
}
