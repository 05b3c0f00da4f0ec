// Three machines under Patroni: who is the primary, and whether all are well.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { settingsIn } from './files.js';
import { type Machine, prepareMachine } from './machine.js';
import { type MachineName, machineNames } from './namespaces.js';

interface Member {
  readonly name: MachineName;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

export interface Roles {
  readonly primary: Machine;
  readonly standby: Machine;
  readonly other: Machine;
}

export interface Database {
  readonly machines: readonly Machine[];
  /** Waits until there is a primary, a synchronous standby and another replica, without lag. */
  readonly settle: () => Promise<Roles>;
  /** The machine that says that it is the primary. */
  readonly primaryName: () => Promise<MachineName | undefined>;
  readonly switchover: (from: Machine, to: Machine) => Promise<void>;
  readonly sqlOn: (machine: Machine, text: string, database?: string) => Promise<readonly pg.QueryResultRow[]>;
}

const settleTimeoutMs = 180_000;
const requestTimeoutMs = 2_000;
/** The machine that runs all of this may be busy. */
const sqlTimeoutMs = 30_000;
const { PATRONI_SUPERUSER_PASSWORD: password } = settingsIn('patroni.env');

const ask = (name: string, path: string, options: RequestInit = {}): Promise<Response | undefined> =>
  fetch(`http://${name}:8008${path}`, { ...options, signal: AbortSignal.timeout(requestTimeoutMs) }).catch(
    () => undefined,
  );

async function readMembers(): Promise<readonly Member[]> {
  for (const name of machineNames) {
    const response = await ask(name, '/cluster');
    // A machine that is stopped meanwhile sends a part of it.
    const found = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (found) return (found as { readonly members: readonly Member[] }).members;
  }
  return [];
}

const isWell = ({ state, lag = 0 }: Member): boolean => /^(running|streaming)$/.test(state) && Number(lag) < 1_000_000;

const numberOf = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));

async function sqlOn({ name }: Machine, text: string, database = 'postgres'): Promise<readonly pg.QueryResultRow[]> {
  const url = `postgres://postgres:${password}@${name}:5432/${database}`;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: sqlTimeoutMs,
    query_timeout: sqlTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The first one alone, so that it is the one that creates the database. */
export async function startDatabase(): Promise<Database> {
  const postgres = { uid: numberOf('-u'), gid: numberOf('-g') };
  const machines = machineNames.map((name) => prepareMachine(name, postgres));
  await Promise.all(machines.map((machine) => machine.start()));

  async function primaryName(): Promise<MachineName | undefined> {
    const asked = machineNames.map(async (name) => {
      if ((await ask(name, '/primary'))?.status !== 200) throw new Error(`${name} is not the primary`);
      return name;
    });
    // A machine that is away answers late or never.
    return Promise.any(asked).catch(() => undefined);
  }

  async function settle(): Promise<Roles> {
    const began = performance.now();
    for (let members: readonly Member[] = []; ; await sleep(500)) {
      if (performance.now() - began > settleTimeoutMs)
        throw new Error(`the database did not recover: ${JSON.stringify(members)}`);
      members = await readMembers();
      const machineAs = (role: Member['role']) => {
        const found = members.find((member) => member.role === role && isWell(member));
        return machines.find(({ name }) => name === found?.name);
      };
      const [primary, standby, other] = [machineAs('leader'), machineAs('sync_standby'), machineAs('replica')];
      const isOneTimeline = new Set(members.map(({ timeline }) => timeline)).size === 1;
      if (primary && standby && other && isOneTimeline && (await primaryName()) === primary.name)
        return { primary, standby, other };
    }
  }

  return {
    machines,
    settle,
    primaryName,
    sqlOn,
    switchover: async (from, to) => {
      const body = JSON.stringify({ leader: from.name, candidate: to.name });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`http://${from.name}:8008/switchover`, { method: 'POST', body, headers });
      if (!response.ok) throw new Error(`no switchover: ${response.status} ${await response.text()}`);
    },
  };
}
