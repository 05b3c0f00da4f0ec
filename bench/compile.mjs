import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const sources = new URL('../src/', import.meta.url).href;

/** Templates with a closing script tag are rewritten to call this function, whose package is not installed. */
const helper = '@oxc-project/runtime/helpers/taggedTemplateLiteral';
const helperSource = 'export default (strings, raw = strings.slice()) => Object.assign(strings, { raw })';

export const resolve = (specifier, context, next) =>
  specifier === helper
    ? { url: `data:text/javascript,${encodeURIComponent(helperSource)}`, shortCircuit: true }
    : next(specifier, context);

export async function load(url, context, next) {
  const [, path] = /^(.*\.ts)(\?.*)?$/.exec(url) ?? [];
  if (!path?.startsWith(sources)) return next(url, context);
  const file = fileURLToPath(path);
  // Oxc moves templates with this end tag into a helper of a package that only bundles have; the escape means the same.
  const text = (await readFile(file, 'utf8')).replaceAll('</script', '<\\/script');
  const { code } = await transformWithOxc(text, file);
  return { format: 'module', source: code, shortCircuit: true };
}
