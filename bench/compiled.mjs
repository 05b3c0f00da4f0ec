// Redirects imports of src/ to dist/, so that the compiled service is measured. The TypeScript loader would slow it down:
// it sets the name of every inner function each time one is created.
import { register } from 'node:module';

const root = new URL('..', import.meta.url).href;

const hooks = `
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    const [, path] = /^(.*)\\.ts(\\?.*)?$/.exec(found.url) ?? [];
    if (!path?.startsWith('${root}src/')) return found;
    return { url: path.replace('${root}src/', '${root}dist/') + '.js', format: 'module', shortCircuit: true };
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
