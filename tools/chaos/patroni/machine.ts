// A machine with etcd, Patroni and PostgreSQL: a network, processes and a small disk of its own, which outlives a power failure.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../tests/harness/postgres/server.js';
import { writeOwnFiles } from './files.js';
import { addresses, bridge, command, disks, type MachineName, namespaceArgs } from './namespaces.js';

const diskMegabytes = 640;
const maxFills = 5;
/** Left free on a full disk. */
const freeBytes = 16 * 1_024;

/** The network comes after the start, from outside. A service that ends is started again, as systemd does. */
const boot = [
  'exec 2>>"$DISK/boot.log"',
  'mount --bind "$DISK/postgresql" /var/lib/postgresql',
  'mkdir -p /var/lib/etcd && mount --bind "$DISK/etcd" /var/lib/etcd',
  'mkdir -p /run/postgresql && mount --bind "$DISK/run" /run/postgresql',
  'ip link set lo up',
  'read -r connected',
  'ip addr add "$ADDRESS/24" dev eth0 && ip link set eth0 up',
  'as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }',
  'set -a; . "$DISK/etcd.env"; . "$DISK/patroni.env"; set +a',
  'while :; do as_postgres etcd >>"$DISK/etcd.log" 2>&1; sleep 1; done &',
  'while :; do as_postgres patroni "$DISK/patroni.yml" >>"$DISK/patroni.log" 2>&1; sleep 1; done',
].join('\n');

export interface Machine {
  readonly name: MachineName;
  readonly start: () => Promise<void>;
  /** Ends all of its processes at once. */
  readonly cutPower: () => Promise<void>;
  /** Sends a signal to all of its processes, or to those whose command line contains the text. */
  readonly signal: (signal: NodeJS.Signals, contains?: string) => void;
  /** Nothing reaches the other machine, nor comes from it. */
  readonly cutFrom: (other: Machine) => void;
  readonly joinWith: (other: Machine) => void;
  readonly fillDisk: () => void;
  readonly makeRoom: () => void;
  readonly log: () => string;
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const namespaceOf = (pid: string | number): string => {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return '';
  }
};

let links = 0;

export function prepareMachine(name: MachineName, postgres: { readonly uid: number; readonly gid: number }): Machine {
  const disk = join(disks, name);
  const ballast = join(disk, 'ballast');
  mkdirSync(disk);
  command('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'none', disk);
  for (const part of ['postgresql', 'etcd', 'run']) {
    mkdirSync(join(disk, part), { mode: 0o700 });
    chownSync(join(disk, part), postgres.uid, postgres.gid);
  }
  chownSync(disk, postgres.uid, postgres.gid);
  writeOwnFiles(disk, name);
  let child: ChildProcess | undefined;
  /** The first of its processes: the others end with it. */
  let first = 0;

  const inNetwork = (...args: readonly string[]) => {
    if (first && isAlive(first)) command('nsenter', '-t', String(first), '-n', ...args);
  };

  return {
    name,
    start: async () => {
      const env = { PATH: process.env.PATH, HOME: '/var/lib/postgresql', DISK: disk, ADDRESS: addresses[name] };
      child = spawn('unshare', [...namespaceArgs, 'sh', '-c', boot], { env, stdio: ['pipe', 'ignore', 'ignore'] });
      const outer = child.pid as number;
      for (first = 0; !first; await sleep(10))
        first = Number(readText(`/proc/${outer}/task/${outer}/children`).trim().split(' ')[0]);
      while (namespaceOf(first) === namespaceOf('self')) await sleep(10);
      const link = `veth${++links}`;
      command('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(first));
      command('ip', 'link', 'set', link, 'master', bridge, 'up');
      child.stdin?.write('connected\n');
    },
    cutPower: async () => {
      if (!child) return;
      const ended = once(child, 'exit');
      process.kill(first, 'SIGKILL');
      await ended;
      child = undefined;
      // As after a restart of the system.
      for (const file of readdirSync(join(disk, 'run'))) rmSync(join(disk, 'run', file), { force: true });
      appendFileSync(join(disk, 'patroni.log'), '--- the power was cut\n');
    },
    signal: (signal, contains = '') => {
      const own = namespaceOf(first);
      for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
        if (
          own &&
          namespaceOf(pid) === own &&
          readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').includes(contains)
        )
          process.kill(Number(pid), signal);
    },
    cutFrom: (other) => inNetwork('ip', 'route', 'add', 'blackhole', `${addresses[other.name]}/32`),
    joinWith: (other) => inNetwork('ip', 'route', 'del', 'blackhole', `${addresses[other.name]}/32`),
    fillDisk: () => {
      for (let left = maxFills; ; left--) {
        const { bavail, bsize } = statfsSync(disk);
        try {
          command('fallocate', '-l', String(Math.max(1, bavail * bsize - freeBytes)), ballast);
          return;
        } catch (error) {
          // PostgreSQL has taken some of the space meanwhile.
          rmSync(ballast, { force: true });
          if (left === 1) throw error;
        }
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    log: () => readText(join(disk, 'patroni.log')),
  };
}
