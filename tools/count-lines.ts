// Lines of the source by folder, without tests and generated files: tsx tools/count-lines.ts [commit [commit]]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1_048_576 });
const isCounted = (path: string): boolean =>
  /^(?:src|web)\/.*\.(?:ts|tsx|mjs|css|html)$/.test(path) && !/\.test\.tsx?$|generated/.test(path);
/** `src/imports`, `web/admin`; files of `src` itself count as `src`. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');
const linesIn = (text: string): number => text.split('\n').length - 1;

/** Without a commit: the files as they are. */
function count(commit: string | undefined): ReadonlyMap<string, number> {
  const names = commit ? git('ls-tree', '-r', '--name-only', commit) : git('ls-files', '-co', '--exclude-standard');
  const deleted = new Set(commit ? [] : git('ls-files', '-d').split('\n'));
  const lines = new Map<string, number>();
  for (const path of names.split('\n').filter((name) => isCounted(name) && !deleted.has(name))) {
    const text = commit ? git('show', `${commit}:${path}`) : readFileSync(path, 'utf8');
    for (const name of [folderOf(path), 'total']) lines.set(name, (lines.get(name) ?? 0) + linesIn(text));
  }
  return lines;
}

const columns = (process.argv.length > 2 ? [...process.argv.slice(2, 4)] : []).map(count);
if (columns.length < 2) columns.push(count(undefined));
const folders = [...new Set(columns.flatMap((one) => [...one.keys()]))].sort();
for (const folder of [...folders.filter((name) => name !== 'total'), 'total'])
  console.log([folder.padEnd(20), ...columns.map((one) => String(one.get(folder) ?? 0).padStart(8))].join(''));
