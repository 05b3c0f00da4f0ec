// The files of deploy/cluster, as they are: only the own name of a machine differs.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MachineName } from './namespaces.js';

const folder = fileURLToPath(new URL('../../../deploy/cluster/', import.meta.url));

export const fileOf = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(fileOf(name), 'utf8');

/** Every line with the name of db1 alone is about the machine itself. */
const ownLines = (text: string, name: MachineName): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith('ETCD_INITIAL_CLUSTER=') ? line : line.replaceAll('db1', name)))
    .join('\n');

export function writeOwnFiles(disk: string, name: MachineName): void {
  for (const file of ['etcd.env', 'patroni.env']) writeFileSync(join(disk, file), ownLines(read(file), name));
  writeFileSync(join(disk, 'patroni.yml'), read('patroni.yml'));
}

/** Settings of a file with lines `NAME=value`. */
export const settingsIn = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...read(name).matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));

/** The userlist.txt that a comment of pgbouncer.ini describes. */
export function writeUserList(): void {
  const [, line = ''] = /userlist\.txt: (.+)$/m.exec(read('pgbouncer.ini')) ?? [];
  writeFileSync('/etc/pgbouncer/userlist.txt', `${line}\n`);
  chmodSync('/etc/pgbouncer/userlist.txt', 0o644);
}
