// Removes compiled files from dist/ whose source file no longer exists. The others are overwritten in place, so that a
// process running from dist/ never finds one missing.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export function cleanDist(root) {
  const dist = join(root, 'dist');
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const source = /^(.*)\.js(\.map)?$/.exec(file);
    if (source && !file.startsWith('web/') && !existsSync(join(root, 'src', `${source[1]}.ts`))) {
      rmSync(join(dist, file), { force: true });
    }
  }
}

/** Whether every source file has its compiled file. */
export function isDistComplete(root) {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return sources
    .filter((file) => file.endsWith('.ts') && !/\.(d|test)\.ts$/.test(file))
    .every((file) => existsSync(join(root, 'dist', file.replace(/\.ts$/, '.js'))));
}
