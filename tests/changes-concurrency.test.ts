// No change is lost while many write: copies made from changes equal the state, on PostgreSQL with transactions that commit
// in another order than they begin, on the embedded store with several processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { after, everything, is, oneOf } from '../src/core/condition.js';
import type { Position, Store } from '../src/core/store.js';
import { tag } from '../src/models/tag/tag.js';
import { type Child, startChild } from './harness/child.js';
import { basic, prefixes } from './harness/client.js';
import { engines } from './harness/engines.js';
import { settled } from './harness/positions.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, startOfWorld } from './harness/world.js';

const pauses = repetitions(5);
const timeoutMs = 600_000;
const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Names by id. */
type Copy = Map<number, string>;
const textOf = (copy: Copy): string => JSON.stringify([...copy].sort(([one], [other]) => one - other));
const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

describe.runIf(engines.some(({ name }) => name === 'postgres'))('on the postgres store', () => {
  const writers = 16;
  const followers = 4;
  const records = 60;

  async function openStore(): Promise<Store> {
    const engine = engines.find(({ name }) => name === 'postgres');
    const place = await engine?.prepare('schema');
    const store = await openDatabase(readConfig({ ...place?.settings, ALMANAC_DATABASE_CONNECTIONS: '24' }));
    cleanUps.push(async () => {
      await store.close();
      await place?.clean();
    });
    return store;
  }

  /** A change that stays open for a while; one of ten is rolled back. The version is a number of a sequence. */
  async function write(store: Store, names: readonly string[]): Promise<void> {
    const slug = pick(names) ?? '';
    const change = store.transact(async (writer) => {
      await writer.lock(slug);
      const [number = 0] = await writer.takeIds(tag, 1);
      const values = { name: `${slug} ${number}`, name_key: slug, version: number };
      const known = await writer.read({ table: tag, where: is('slug', slug) });
      const fixed = {
        description: '',
        count: 0,
        modified_utc: '',
        translations: {},
        language: '',
        source: '',
        external_id: '',
        slug,
      };
      if (!known) await writer.insert(tag, { ...fixed, ...values });
      else if (Math.random() < 0.2) await writer.remove(tag, is('id', known.id));
      else await writer.update(tag, known.id, values);
      if (Math.random() < 0.7) await sleep(Math.random() * 20);
      if (Math.random() < 0.1) throw new Error('rolled back');
    });
    await change.catch((error: Error) => expect(error.message).toBe('rolled back'));
  }

  const stateOf = async ({ list }: Store): Promise<Copy> => {
    const rows = await list({ table: tag, where: everything, order: [], limit: 1_000 });
    return new Map(rows.map(({ id, name }) => [id, name]));
  };

  /** Follows by positions, as `/changes` does. */
  function followPositions(store: Store) {
    const copy: Copy = new Map();
    let since: Position | undefined;
    const step = async (): Promise<boolean> => {
      const page = await store.positions.after(since, [tag.table], 7);
      if (page === 'expired') throw new Error('expired');
      const ids = page.changes.map(({ id }) => id);
      const rows = await store.list({ table: tag, where: oneOf('id', ids), order: [], limit: 100 });
      for (const id of ids) copy.delete(id);
      for (const { id, name } of rows) copy.set(id, name);
      since = page.next;
      return page.hasMore || page.changes.length > 0;
    };
    return { copy, step };
  }

  /** Follows by the number that a record got when it was written. */
  function followSequence(store: Store) {
    const copy: Copy = new Map();
    let last = 0;
    const step = async (): Promise<boolean> => {
      const order = [{ column: 'version' }];
      const rows = await store.list({ table: tag, where: after('version', last), order, limit: 7 });
      for (const { id, name } of rows) copy.set(id, name);
      last = rows.at(-1)?.version ?? last;
      return rows.length > 0;
    };
    return { copy, step };
  }

  test('copies equal the state at every pause of 16 writers, and following by a sequence loses changes', {
    timeout: timeoutMs,
  }, async () => {
    const store = await openStore();
    const names = Array.from({ length: records }, (_, at) => `tag-${at}`);
    const following = Array.from({ length: followers }, () => followPositions(store));
    const bySequence = followSequence(store);
    let losses = 0;
    // Goes on until the loss was seen, too: that shows that the writers overlap.
    for (let pause = 0; pause < pauses || (losses === 0 && pause < 200); pause++) {
      let isWriting = true;
      const follow = async ({ step }: { readonly step: () => Promise<boolean> }) => {
        while (isWriting) {
          await step();
          await sleep(1);
        }
        await settled(store);
        while (await step());
      };
      const reading = [...following, bySequence].map(follow);
      await Promise.all(
        Array.from({ length: writers }, async () => {
          for (let count = 0; count < 8; count++) await write(store, names);
        }),
      );
      isWriting = false;
      await Promise.all(reading);
      const state = await stateOf(store);
      for (const { copy } of following) expect(textOf(copy)).toBe(textOf(state));
      losses += [...state].filter(([id, name]) => bySequence.copy.get(id) !== name).length;
    }
    expect(losses).toBeGreaterThan(0);
  });
});

describe.runIf(engines.some(({ name }) => name === 'embedded'))('on the embedded store', () => {
  const processes = 4;

  test('copies of 4 processes equal the state at every pause', { timeout: timeoutMs }, async () => {
    const engine = engines.find(({ name }) => name === 'embedded');
    const place = await engine?.prepare('schema');
    if (!place) return;
    const store = await openDatabase(readConfig(place.settings));
    const { password } = await addUser(store, { name: 'writer', role: 'editor', now: startOfWorld });
    const authorization = basic({ name: 'writer', password });
    const children: Child[] = [];
    cleanUps.push(async () => {
      for (const { kill } of children) await kill();
      await store.close();
      await place.clean();
    });
    while (children.length < processes) children.push(await startChild(place.settings));

    async function ask(address: string, request: string, body?: object): Promise<Answered> {
      const [method = '', path = ''] = request.split(' ');
      for (;;) {
        const response = await fetch(`${address}${prefixes.native}${path}`, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        // 503 says that nothing was done.
        if (response.status !== 503) return (await response.json()) as Answered;
        await sleep(20);
      }
    }

    /** By long polling. */
    function follow({ address }: Child) {
      const copy: Copy = new Map();
      let since = '';
      const step = async (wait: number): Promise<boolean> => {
        const query = `resources=tags&limit=5&wait=${wait}${since && `&since=${since}`}`;
        const { changes, next, more } = await ask(address, `GET /changes?${query}`);
        for (const { change, id, tag: body } of changes) {
          if (change === 'removed') copy.delete(id);
          else copy.set(id, body.name);
        }
        since = next;
        return more || changes.length > 0;
      };
      return { copy, step };
    }

    const following = children.map(follow);
    let written = 0;
    for (let pause = 0; pause < pauses; pause++) {
      let isWriting = true;
      const reading = following.map(async ({ step }) => {
        while (isWriting) await step(1);
        while (await step(0));
      });
      await Promise.all(
        children.map(async ({ address }) => {
          const ids: number[] = [];
          for (let count = 0; count < 10; count++) {
            const name = `Tag ${written++}`;
            const { id } = await ask(address, 'POST /tags', { name });
            ids.push(id);
            const other = pick(ids);
            if (Math.random() < 0.3) await ask(address, `DELETE /tags/${other}`);
            else await ask(address, `PATCH /tags/${other}`, { name: `${name} again` });
          }
        }),
      );
      isWriting = false;
      await Promise.all(reading);
      const rows = await store.list({ table: tag, where: everything, order: [], limit: 100_000 });
      const state = new Map(rows.map(({ id, name }) => [id, name]));
      expect(state.size).toBeGreaterThan(0);
      for (const { copy } of following) expect(textOf(copy)).toBe(textOf(state));
    }
  });
});
