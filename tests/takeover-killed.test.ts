// A takeover that is killed at random moments and started again ends in the same state as one that was never disturbed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { everything } from '../src/core/condition.js';
import { oldUrls } from '../src/core/old-urls.js';
import type { Row, Store } from '../src/core/store.js';
import { users } from '../src/models/account/account.js';
import { registry } from '../src/models/registry.js';
import { forEachEngine, type Place, type TestEngine } from './harness/engines.js';
import { randomFrom } from './harness/old-site/random.js';
import { type OldSite, startOldSite } from './harness/old-site/server.js';
import { cleanUp } from './harness/program.js';
import { repetitions } from './harness/repetitions.js';
import { asAdministrator, importFrom, quick, settingOf } from './harness/takeover.js';

const kills = repetitions(3);
const program = fileURLToPath(new URL('../bin/almanac.js', import.meta.url));
const harness = fileURLToPath(new URL('harness', import.meta.url));
const limit = 10_000;

afterAll(cleanUp);

/** Texts of a row that are equal in every run: without the clock of the machine and ids of accounts. */
function textOf(row: Row, names: ReadonlyMap<number, string>): string {
  const { modified_utc: modified, geocode_at: _, date_utc: date, ...others } = row;
  const isDated = row.date_set === true;
  const rest = { ...others, ...('author' in row && { modified }), ...(isDated && { date }) };
  const author = 'author' in rest ? names.get(Number(rest.author)) : undefined;
  return JSON.stringify({ ...rest, ...(author !== undefined && { author }), password: 'password' in rest });
}

/** All records with their links, the addresses, and the names of accounts. */
async function stateOf(store: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const accounts = await store.list({ table: users, where: everything, order: [{ column: 'id' }], limit });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const state: Record<string, readonly string[]> = { users: accounts.map(({ name }) => name).sort() };
  for (const name of ['event', 'venue', 'organizer', 'category', 'tag', 'media']) {
    const model = registry.named(name);
    const embeds = Object.keys(model.links).map((field) => ({ field, visible: everything }));
    const rows = await store.list({ table: model, where: everything, order: [{ column: 'id' }], limit, embeds });
    state[name] = rows.map((row) => textOf(withLinkedIds(row), names));
  }
  const moved = await store.list({ table: oldUrls, where: everything, order: [{ column: 'path' }], limit });
  state.addresses = moved.map(({ path, resource, record_id }) => `${path} ${resource} ${record_id}`);
  return state;
}

const withLinkedIds = (row: Row): Row => ({
  ...Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Array.isArray(value) && typeof value[0]?.id === 'number' ? value.map(({ id }) => id) : value,
    ]),
  ),
  id: row.id,
});

async function readState({ settings }: Place) {
  const store = await openDatabase(readConfig(settings));
  try {
    return await stateOf(store);
  } finally {
    await store.close();
  }
}

forEachEngine((engine: TestEngine) => {
  let site: OldSite;
  const places: Place[] = [];
  const place = async () => {
    const made = await engine.prepare('schema');
    places.push(made);
    return made;
  };
  beforeAll(async () => {
    site = await startOldSite({ events: 120 });
  });
  afterAll(async () => {
    await site.stop();
    for (const one of places) await one.clean();
  });

  /** Starts a takeover and kills it when the site has got this many requests more. */
  async function killedAfter(settings: Place['settings'], requests: number, delayMs: number): Promise<boolean> {
    const { environment } = settingOf({ settings });
    const args = ['import', 'tec', site.url, ...quick, ...asAdministrator()];
    const child = spawn(process.execPath, [program, ...args], {
      cwd: harness,
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const goal = site.requests.length + requests;
    let isOver = false;
    ended.then(() => {
      isOver = true;
    }, undefined);
    while (!isOver && site.requests.length < goal) await new Promise((next) => setTimeout(next, 2));
    await new Promise((next) => setTimeout(next, delayMs));
    child.kill('SIGKILL');
    await ended;
    return child.signalCode === 'SIGKILL';
  }

  test(
    'ends in the state of an undisturbed one, without any record twice',
    async () => {
      const [calm, disturbed] = [await place(), await place()];
      expect((await importFrom(calm, site.url, ...asAdministrator())).code).toBe(3);
      const whole = site.requests.length;
      const random = randomFrom(7);
      let killed = 0;
      for (let at = 0; at < kills; at++) {
        if (await killedAfter(disturbed.settings, 1 + random.below(Math.ceil(whole / 3)), random.below(60))) killed++;
      }
      expect(killed).toBeGreaterThan(0);
      const last = await importFrom(disturbed, site.url, ...asAdministrator());
      expect(last.code, last.stderr).toBe(3);
      expect(await readState(disturbed)).toEqual(await readState(calm));
    },
    repetitions(600_000),
  );
});
