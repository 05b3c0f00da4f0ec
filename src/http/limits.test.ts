import { expect, test } from 'vitest';
import { change } from './change.js';
import { chargeOnce } from './limits.js';
import type { ApiRequest } from './request.js';
import type { Service } from './service.js';

function openCharges() {
  const charged: number[] = [];
  const charge = async (changes: number): Promise<void> => {
    charged.push(changes);
  };
  return { charged, charge };
}

test('an attempt of a transaction is charged only for what earlier ones have not paid', async () => {
  const { charged, charge } = openCharges();
  const attempt = chargeOnce(charge);
  for (const parts of [[5, 2], [5, 2], [5], [5, 4, 1]]) {
    const chargeAgain = attempt();
    for (const changes of parts) await chargeAgain(changes);
  }
  expect(charged).toEqual([5, 2, 2, 1]);
});

test('a transaction that the database repeats is charged once', async () => {
  const { charged, charge } = openCharges();
  // Runs the work eight times, as PostgreSQL does at most.
  const transact = async (work: (writer: object) => Promise<unknown>) => {
    for (let left = 7; left > 0; left--) await work({});
    return work({});
  };
  const request = { context: {}, charge, call: { facade: {} }, headers: {}, query: {}, body: {} };
  const response = { statusCode: 200, headers: {}, body: {} };
  const made = await change(
    { store: { transact } } as unknown as Service,
    { ...request, runOnce: (_: unknown, work: () => unknown) => work() } as unknown as ApiRequest,
    async (context) => {
      await context.charge?.(40);
      return response;
    },
  );
  expect([made, charged]).toEqual([response, [40]]);
});
