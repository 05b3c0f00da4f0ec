// Removes what an earlier build left in dist/ and no source stands for any more. The rest is written over in place, so
// that a program which runs from there never finds it missing.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export function removeStale(root) {
  const dist = join(root, 'dist');
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const source = /^(.*)\.js(\.map)?$/.exec(file);
    if (source && !file.startsWith('web/') && !existsSync(join(root, 'src', `${source[1]}.ts`))) {
      rmSync(join(dist, file), { force: true });
    }
  }
}
