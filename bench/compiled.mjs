// Measures the service as it is compiled: the loader that runs TypeScript here gives every inner function its name anew
// whenever it is made, which compiled code does not.
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
