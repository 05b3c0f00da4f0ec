import { expect, test } from 'vitest';
import { openSlots } from './slots.js';

const asking = (client: string) => {
  const leaving = new AbortController();
  return { client, signal: leaving.signal, leave: () => leaving.abort(new Error('gone')) };
};

test('a client cannot take more than its share, and others get theirs', () => {
  const slots = openSlots({ total: 4, perClient: 2 });
  const releases = [slots.take('a'), slots.take('a')];
  expect(() => slots.take('a')).toThrow('busy');
  slots.take('b');
  slots.take('c');
  expect(() => slots.take('d')).toThrow('busy');
  expect(slots.taken()).toBe(4);
  for (const release of [...releases, ...releases]) release();
  expect(slots.taken()).toBe(2);
  expect([slots.isFree('a'), slots.isFree('b')]).toEqual([true, true]);
});

test('a refusal says when to try again', () => {
  const slots = openSlots({ total: 0, perClient: 1 });
  expect(() => slots.take('a')).toThrow(expect.objectContaining({ statusCode: 503 }));
  expect(() => slots.take('a')).toThrow(expect.objectContaining({ details: { headers: { 'Retry-After': '5' } } }));
});

test('a waiting client passes those whose share is full, else the order is kept', async () => {
  const slots = openSlots({ total: 2, perClient: 1, maxQueued: 9 });
  const order: string[] = [];
  const wait = async (client: string, name: string) => {
    const release = await slots.wait(asking(client));
    order.push(name);
    return release;
  };
  const first = await wait('a', 'a1');
  const second = wait('a', 'a2');
  const other = await wait('b', 'b1');
  expect(order).toEqual(['a1', 'b1']);
  const third = wait('c', 'c1');
  other();
  await third;
  expect(order).toEqual(['a1', 'b1', 'c1']);
  first();
  await second;
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a free slot goes to the waiting client that holds the fewest', async () => {
  const slots = openSlots({ total: 4, perClient: 3, maxQueued: 9 });
  const order: string[] = [];
  const wait = (client: string) => slots.wait(asking(client)).then(() => order.push(client));
  const release = slots.take('a');
  for (const client of ['a', 'b', 'b']) slots.take(client);
  const waiting = ['a', 'b', 'c'].map(wait);
  release();
  await waiting[2];
  expect(order).toEqual(['c']);
});

test('the queue is bounded, for all and for one client', async () => {
  const slots = openSlots({ total: 1, perClient: 1, maxQueued: 3, maxQueuedPerClient: 2 });
  const release = await slots.wait(asking('a'));
  const waiting = [slots.wait(asking('a')), slots.wait(asking('a'))];
  await expect(slots.wait(asking('a'))).rejects.toThrow('busy');
  waiting.push(slots.wait(asking('b')));
  await expect(slots.wait(asking('c'))).rejects.toThrow('busy');
  release();
  for (const one of waiting) (await one)();
  expect(slots.taken()).toBe(0);
});

test('an abort leaves the queue at once and takes no slot', async () => {
  const slots = openSlots({ total: 1, perClient: 1, maxQueued: 1 });
  const release = await slots.wait(asking('a'));
  const impatient = asking('b');
  const waiting = slots.wait(impatient);
  impatient.leave();
  await expect(waiting).rejects.toThrow('gone');
  const next = slots.wait(asking('c'));
  release();
  (await next)();
  expect(slots.taken()).toBe(0);
  await expect(slots.wait(impatient)).rejects.toThrow('gone');
});
