// A batch whose operations succeed or fail on their own, each in its own transaction. With an Idempotency-Key each
// operation stores its result in that transaction: a batch that was interrupted, or is sent twice at the same time, does
// nothing twice.

import { yieldIfBusy } from '../../core/event-loop.js';
import { Problem } from '../../core/problem.js';
import { unlimited } from '../../core/throttle.js';
import { type Operation, type ReferredIds, withIds } from '../../facades/batch-operations.js';
import { type OnceKey, onceKeyOf, storedResponse, storeResponse } from '../idempotency.js';
import type { ApiRequest } from '../request.js';
import type { ApiResponse } from '../response.js';
import type { Service } from '../service.js';
import { type Batch, type Finished, failedOf, finishedOf, okResponse } from './result.js';
import { type Routed, routed } from './route.js';

export async function runSeparately(service: Service, batch: Batch): Promise<ApiResponse> {
  const { store } = service;
  const key = onceKeyOf(batch.request);
  const earlier = key && (await store.transact((writer) => storedResponse(key, writer)));
  if (earlier) return earlier;
  // The operations are already paid for.
  const unlimitedService: Service = { ...service, writeLimiter: unlimited };
  const ids = new Map<string, number>();
  const finished: Finished[] = [];
  for (const operation of batch.operations) {
    const one = await runOne(
      unlimitedService,
      batch,
      operation,
      ids,
      key && { ...key, route: `${key.route} ${operation.index}` },
    );
    if (operation.ref !== undefined && one.id !== undefined) ids.set(operation.ref, one.id);
    finished.push(one);
    await yieldIfBusy();
  }
  const response = okResponse(finished);
  if (!key || finished.some(isTemporary)) return response;
  return store.transact(
    async (writer) => (await storedResponse(key, writer)) ?? (await storeResponse(key, writer, response)),
  );
}

/** Such a failure is not stored: a repetition may succeed. */
const isTemporary = ({ result }: Finished): boolean => result.status === 429 || result.status >= 500;

/** `key`: of this operation. */
async function runOne(
  service: Service,
  batch: Batch,
  operation: Operation,
  ids: ReferredIds,
  key: OnceKey | undefined,
): Promise<Finished> {
  const { request, endpoints, presenting } = batch;
  try {
    const one = routed(request, endpoints, withIds(operation, ids), request.context.store);
    const present = (response: ApiResponse) => finishedOf(response, one, presenting);
    const response = await one.handler(service, key ? keyed(one, key, present) : one.request, one.shape);
    return response.write ? present(response) : (response.body as Finished);
  } catch (error) {
    if (error instanceof Problem && error.problem === 'key-reused') throw error;
    const failed = failedOf(request.problemOf(error), request.call);
    return key && !isTemporary(failed) ? storeFailure(service, key, failed) : failed;
  }
}

/** Stores the result of the operation instead of its response. */
const keyed = ({ request }: Routed, key: OnceKey, present: (response: ApiResponse) => Finished): ApiRequest => ({
  ...request,
  runOnce: async (writer, work) => {
    const earlier = await storedResponse(key, writer);
    if (earlier) return earlier;
    const response = await work();
    await storeResponse(key, writer, stored(present(response)));
    return response;
  },
});

/** The same batch may have run at the same time, and its result counts. */
const storeFailure = ({ store }: Service, key: OnceKey, failed: Finished): Promise<Finished> =>
  store.transact(async (writer) => {
    const earlier = await storedResponse(key, writer);
    if (earlier) return earlier.body as Finished;
    await storeResponse(key, writer, stored(failed));
    return failed;
  });

const stored = (finished: Finished): ApiResponse => ({ statusCode: 200, headers: {}, body: finished });
