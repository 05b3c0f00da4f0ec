// The bad days of a cluster. Each fault begins with three healthy machines and ends when its cause is removed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../bench/calendar/random.js';
import type { Site } from '../site.js';
import type { Database, Roles } from './database.js';

export interface FaultContext extends Roles {
  readonly site: Site;
  readonly database: Database;
  readonly random: Random;
  readonly log: (line: string) => void;
}

export interface Fault {
  readonly name: string;
  readonly play: (context: FaultContext) => Promise<void>;
}

/** Longer than the 20 seconds after which Patroni replaces a primary. */
const replacedMs = [26_000, 34_000] as const;
const shortMs = [3_000, 9_000] as const;

async function untilReplaced({ database, primary, log }: FaultContext): Promise<void> {
  for (let name = await database.primaryName(); ; name = await database.primaryName()) {
    if (name && name !== primary.name) return log(`${name} is the primary`);
    await sleep(200);
  }
}

export const faults: readonly Fault[] = [
  {
    name: 'the machine of the primary loses its power',
    play: async (context) => {
      await context.primary.cutPower();
      await untilReplaced(context);
      await sleep(context.random.integer(...shortMs));
      await context.primary.start();
    },
  },
  {
    name: 'PostgreSQL of the primary is killed',
    play: async ({ primary, random }) => {
      primary.signal('SIGKILL', '/bin/postgres');
      await sleep(random.integer(...shortMs));
    },
  },
  {
    name: 'the machine of the primary stops and goes on',
    play: async ({ primary, random }) => {
      primary.signal('SIGSTOP');
      await sleep(random.happens(0.3) ? random.integer(...shortMs) : random.integer(...replacedMs));
      primary.signal('SIGCONT');
    },
  },
  {
    name: 'PostgreSQL of the primary stops and goes on',
    play: async ({ primary, random }) => {
      primary.signal('SIGSTOP', 'postgres');
      await sleep(random.integer(...shortMs));
      primary.signal('SIGCONT', 'postgres');
    },
  },
  {
    name: 'a planned switchover',
    play: async (context) => {
      await context.database.switchover(context.primary, context.standby);
      await untilReplaced(context);
    },
  },
  {
    name: 'a node is killed',
    play: async ({ site, random }) => {
      const node = random.pick(site.nodes);
      await node.kill();
      await sleep(random.integer(1_000, 4_000));
      await node.start();
    },
  },
  {
    name: 'replicas lag',
    play: async ({ database, standby, other, random }) => {
      for (let times = 0; times < 8; times++) {
        const machine = random.pick([standby, other]);
        await database.sqlOn(machine, 'select pg_wal_replay_pause()');
        await sleep(random.integer(100, 3_000));
        await database.sqlOn(machine, 'select pg_wal_replay_resume()');
        await sleep(random.integer(0, 500));
      }
    },
  },
  {
    name: 'etcd is away',
    play: async ({ database, random }) => {
      for (const machine of database.machines) machine.signal('SIGSTOP', 'etcd');
      await sleep(random.integer(4_000, 16_000));
      for (const machine of database.machines) machine.signal('SIGCONT', 'etcd');
    },
  },
  {
    name: 'no network between the primary and its standby',
    play: async ({ primary, standby, random }) => {
      primary.cutFrom(standby);
      standby.cutFrom(primary);
      await sleep(random.integer(6_000, 20_000));
      primary.joinWith(standby);
      standby.joinWith(primary);
    },
  },
  {
    name: 'no network between the primary and the other machines',
    play: async ({ primary, standby, other, random }) => {
      for (const machine of [standby, other]) {
        primary.cutFrom(machine);
        machine.cutFrom(primary);
      }
      await sleep(random.integer(...replacedMs));
      for (const machine of [standby, other]) {
        primary.joinWith(machine);
        machine.joinWith(primary);
      }
    },
  },
  {
    name: 'the disk of the primary is full',
    play: async ({ database, primary, random }) => {
      primary.fillDisk();
      await sleep(random.integer(...shortMs));
      // A new segment of the WAL has no space either, which ends the server.
      await database.sqlOn(primary, 'select pg_switch_wal()').catch(() => undefined);
      await sleep(random.integer(...shortMs));
      primary.makeRoom();
    },
  },
];

/** Every fault once in a random order, then again; `text` chooses among them. */
export function faultsBySeed(random: Random, rounds: number, text: string): readonly Fault[] {
  const possible = faults.filter(({ name }) => name.includes(text));
  if (possible.length === 0) throw new Error(`No fault has “${text}” in its name.`);
  const chosen: Fault[] = [];
  let deck: Fault[] = [];
  while (chosen.length < rounds) {
    if (deck.length === 0) deck = [...possible];
    chosen.push(...deck.splice(random.integer(0, deck.length - 1), 1));
  }
  return chosen;
}
