// Runs this program again in namespaces of its own: its network reaches nothing else, its ports and mounts are seen by nobody else,
// and every process that it starts ends with it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const marker = 'ALMANAC_CHAOS_NAMESPACE';
export const namespaceArgs = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** The disks of the machines, in memory. */
export const disks = '/run/almanac-chaos';
export const bridge = 'br0';
const ownAddress = '10.99.0.1';
export const addresses = { db1: '10.99.0.11', db2: '10.99.0.12', db3: '10.99.0.13' } as const;
export type MachineName = keyof typeof addresses;
export const machineNames = Object.keys(addresses) as readonly MachineName[];

const isFound = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** What is missing on this machine. */
export function missing(withPooler: boolean): readonly string[] {
  const programs = ['patroni', 'etcd', 'haproxy', 'nginx', 'setpriv', 'nsenter', ...(withPooler ? ['pgbouncer'] : [])];
  const needed = programs.filter((program) => !isFound(program)).map((program) => `the program ${program}`);
  const canIsolate = spawnSync('unshare', [...namespaceArgs, 'true'], { stdio: 'ignore' }).status === 0;
  return canIsolate ? needed : [...needed, 'the right to make namespaces (root)'];
}

export const isInside = (): boolean => process.env[marker] === 'yes';

/** Returns the exit code. */
export async function runInside(): Promise<number> {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn('unshare', [...namespaceArgs, ...command], {
    stdio: 'inherit',
    env: { ...process.env, [marker]: 'yes' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

export const command = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' });

/** A bridge between the machines, their names, and a folder in memory. */
export function prepareHost(): void {
  command('ip', 'link', 'set', 'lo', 'up');
  command('ip', 'link', 'add', bridge, 'type', 'bridge');
  command('ip', 'addr', 'add', `${ownAddress}/24`, 'dev', bridge);
  command('ip', 'link', 'set', bridge, 'up');
  command('mount', '-t', 'tmpfs', '-o', 'mode=755', 'none', '/run');
  mkdirSync(disks);
  const hosts = join(disks, 'hosts');
  const lines = Object.entries(addresses).map(([name, address]) => `${address} ${name}\n`);
  writeFileSync(hosts, `${readFileSync('/etc/hosts', 'utf8')}\n${lines.join('')}`);
  command('mount', '--bind', hosts, '/etc/hosts');
}
