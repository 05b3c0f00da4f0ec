// What the change log tells of its polls: when one is sent, and what has been delivered.
import { expect, test } from 'vitest';
import type { Cell } from '../../../core/column.js';
import type { Connection } from '../../engine.js';
import { openChangeLog } from './change-log.js';

const [first, second] = ['00000001', '0000000A'];

/** A server whose transactions are committed by hand: each poll returns those that its bound includes. */
function openLog() {
  const server = { next: 100, timeline: first, started: '1', polls: 0, entries: [] as [seq: number, xid: number][] };
  const all: Connection['all'] = async ({ values: [bound] }) => {
    server.polls++;
    const latest = Math.max(0, ...server.entries.map(([seq]) => seq));
    const head: Cell[] = [server.next, server.next, server.timeline, server.started, latest];
    const found = server.entries.filter(([, xid]) => xid >= Number(bound));
    await Promise.resolve();
    return found.length ? found.map((entry) => [...head, ...entry, '[]']) : [[...head, null, null, null]];
  };
  const commit = (seq: number) => server.entries.push([seq, server.next++]);
  return { server, commit, log: openChangeLog({ all, run: async () => 0 }) };
}

test('calls within a millisecond share a poll, an exact call gets one that is sent after it', async () => {
  const { log, server } = openLog();
  await Promise.all([log.pollChanges(), log.pollChanges()]);
  const before = server.polls;
  await log.pollChanges(true);
  expect(server.polls).toBe(before + 1);
  const underWay = log.pollChanges(true);
  await Promise.all([underWay, log.pollChanges(), log.pollChanges(true), log.pollChanges(true)]);
  expect(server.polls).toBe(before + 3);
});

test('the newest delivered transaction is that of a poll or of this process', async () => {
  const { log, commit } = openLog();
  expect(log.delivered()).toBeUndefined();
  await log.pollChanges(true);
  expect([log.drain(), log.delivered()]).toEqual([undefined, { timeline: 1, txid: 99 }]);
  commit(1);
  log.committed({ txid: 101, seq: 2, changes: [] });
  expect(log.delivered()).toEqual({ timeline: 1, txid: 101 });
  await log.pollChanges(true);
  expect([log.drain()?.map(({ txid }) => txid), log.delivered()]).toEqual([[101, 100], { timeline: 1, txid: 101 }]);
});

test.each([
  ['on another timeline', { timeline: second }, 10],
  ['that was restarted', { started: '2' }, 1],
])('anything may have changed on a server %s', async (_, change, timeline) => {
  const { log, server } = openLog();
  await log.pollChanges(true);
  log.drain();
  // It has lost transactions, and gives their numbers again.
  Object.assign(server, { next: 50, ...change });
  await log.pollChanges(true);
  expect([log.drain(), log.delivered()]).toEqual([undefined, { timeline, txid: 49 }]);
  await log.pollChanges(true);
  expect(log.drain()).toEqual([]);
});

test('anything may have changed if more entries were missed than are surely kept', async () => {
  const { log, commit } = openLog();
  await log.pollChanges(true);
  log.drain();
  const drained = async (seq: number) => {
    commit(seq);
    await log.pollChanges(true);
    return log.drain()?.length;
  };
  expect([await drained(1_000), await drained(2_001), await drained(2_002)]).toEqual([1, undefined, 1]);
});

test('a snapshot of a standby does not tell which transactions between its bounds it saw', () => {
  const { log } = openLog();
  const seenBy = (snapshot: string) => [9, 10, 11, 12].map(log.readSnapshot(snapshot));
  expect(seenBy('10:12:10')).toEqual([true, false, true, false]);
  expect(seenBy('10:12::unlisted')).toEqual([true, undefined, undefined, false]);
});
