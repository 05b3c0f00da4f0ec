// When a replica is read: one that has all that the primary had written, and all that was shown before.
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Cell } from '../../../core/column.js';
import type { Pool } from './pool.js';
import { positionOf, reaches } from './replayed.js';
import { oneServer, openReplicas } from './replicas.js';

const at = (timeline: number, position: string) => ({ timeline, position: positionOf(position) });

test('a replica reaches a position of its own timeline alone', () => {
  expect(reaches(at(2, '0/500'), at(2, '0/500'))).toBe(true);
  expect(reaches(at(2, '0/4FF'), at(2, '0/500'))).toBe(false);
  // After a failover it has more of the former timeline than the new primary.
  expect(reaches(at(1, '1/0'), at(2, '0/500'))).toBe(false);
});

const read = { sql: 'select title', values: [] };

/** A primary and a replica, whose positions and faults a test sets. */
function openServers() {
  const [primary, replica] = [{ position: '0/500' }, { position: '0/500', fails: false }];
  const answer = (name: string, sql: string, position: string): Cell[][] =>
    /lsn/.test(sql) ? [[1, position]] : [[name]];
  const query = async ({ text }: pg.QueryArrayConfig) => {
    if (replica.fails && text === read.sql) throw Object.assign(new Error('canceled'), { code: '57014' });
    return { rows: answer('replica', text, replica.position) };
  };
  const pool = { query, connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
  const all = async ({ sql }: Pick<typeof read, 'sql'>) => answer('primary', sql, primary.position);
  const opened = openReplicas([pool as unknown as Pool], { all, run: async () => 0 }, () => undefined, false);
  return { primary, replica, ...opened, reader: async () => (await opened.connection.all(read))[0]?.[0] };
}

test('a replica that failed is read again only when it has all that the primary has shown meanwhile', async () => {
  const { primary, replica, reader, close } = openServers();
  await vi.waitFor(async () => expect(await reader()).toBe('replica'));
  primary.position = '0/600';
  replica.fails = true;
  expect(await reader()).toBe('primary');
  replica.fails = false;
  // Longer than until the next look at its lag, which is less than a second.
  for (let times = 0; times < 10; times++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await reader()).toBe('primary');
  }
  replica.position = '0/600';
  await vi.waitFor(async () => expect(await reader()).toBe('replica'), { timeout: 3_000 });
  await close();
});

test('connections of a URL lead to one server, also behind a balancer', async () => {
  const check = oneServer();
  const ends: (() => void)[] = [];
  const connect = (server: string) =>
    check({
      query: async () => ({ rows: [{ server }] }),
      once: (_: 'end', end: () => void) => ends.push(end),
    } as unknown as pg.ClientBase);
  await connect('one');
  await connect('one');
  await expect(connect('two')).rejects.toThrow('another server');
  for (const end of ends) end();
  // The first connection to another server is refused, so that its lag is measured before it is read.
  await expect(connect('two')).rejects.toThrow('another server');
  await connect('two');
  await expect(connect('one')).rejects.toThrow('another server');
});
