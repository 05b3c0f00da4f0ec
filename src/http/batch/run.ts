// Runs a batch of changes: all in one transaction, each in its own, or all in a transaction that is rolled back. Every
// operation is the request that a single call would be and runs the same handler.
import type { WriteContext } from '../../core/context.js';
import { yieldIfBusy } from '../../core/event-loop.js';
import type { Pictures } from '../../core/picture.js';
import { noFileChanges } from '../../core/picture.js';
import { Invalid, Problem } from '../../core/problem.js';
import type { Attempt, Writer } from '../../core/store.js';
import { unlimited } from '../../core/throttle.js';
import { atIndex, type Operation, withIds } from '../../facades/batch-operations.js';
import { isDryRun } from '../change.js';
import type { Handler } from '../handler.js';
import { runOnce } from '../idempotency.js';
import { spendWriteToken } from '../limits.js';
import type { ApiRequest } from '../request.js';
import type { ApiResponse } from '../response.js';
import type { Service } from '../service.js';
import { creatableFrom, createTogether } from './creates.js';
import { type Prepared, prepareOperations } from './prepare.js';
import { type Batch, type Finished, failedOf, finishedOf, okResponse } from './result.js';
import { type Routed, routed, writeEndpoints } from './route.js';
import { runSeparately } from './separate.js';

interface Given {
  readonly operations: readonly Operation[];
  readonly atomic?: boolean;
  readonly dry_run?: boolean;
  readonly _fields?: string;
}

export const runBatch: Handler = async (service, request, given, _, endpoint) => {
  const { operations, atomic = true, dry_run: dryRun = false, _fields: fields } = given as unknown as Given;
  await spendWriteToken(service, request.call.actor, operations.length);
  const endpoints = writeEndpoints(endpoint, request.call);
  const batch: Batch = { request, operations, endpoints, presenting: { fields } };
  if (dryRun || isDryRun(request)) return previewed(service, batch, atomic);
  if (!atomic) return runSeparately(service, batch);
  const ready = await prepared(service, batch);
  return optimistic((isFast) =>
    service.store.transact(
      (writer) => runOnce(request, writer, async () => okResponse(await runTogether(service, ready, writer, isFast))),
      { isLong: true },
    ),
  );
};

/** A batch inside a transaction: slow work was done before it, because other changes may wait for it. */
interface PreparedBatch extends Batch {
  readonly prepared: Prepared;
}

const prepared = async (service: Service, batch: Batch): Promise<PreparedBatch> => ({
  ...batch,
  prepared: await prepareOperations(service, requestInside(batch), batch),
});

/** The fault of records that are created together has no place: the batch runs again one by one, which finds it. */
class TogetherFailed extends Error {}

async function optimistic<Result>(run: (isFast: boolean) => Promise<Result>): Promise<Result> {
  try {
    return await run(true);
  } catch (error) {
    if (!(error instanceof TogetherFailed)) throw error;
    return run(false);
  }
}

/** In the transaction of `writer`. Throws the problem of the first operation that fails, with its place. */
async function runTogether(
  service: Service,
  batch: PreparedBatch,
  writer: Writer,
  isFast: boolean,
): Promise<readonly Finished[]> {
  const { operations } = batch;
  const inside = serviceInside(service, writer);
  const ids = new Map<string, number>();
  const finished: Finished[] = [];
  while (finished.length < operations.length) {
    const at = finished.length;
    const count = isFast ? creatableFrom(operations, at) : 1;
    const next = operations.slice(at, at + count);
    const results = count > 1 ? await runCreates(inside, batch, writer, next) : undefined;
    if (results) finished.push(...results);
    else {
      for (const operation of next) {
        const one = await runOne(inside, batch, writer, operation, ids).catch((error: unknown) => {
          throw withPlace(error, operation);
        });
        finished.push(one);
      }
    }
    for (const [number, { ref }] of next.entries()) {
      const id = finished[at + number]?.id;
      if (ref !== undefined && id !== undefined) ids.set(ref, id);
    }
    await yieldIfBusy();
  }
  return finished;
}

async function runOne(
  service: Service,
  batch: PreparedBatch,
  writer: Writer,
  operation: Operation,
  ids: ReadonlyMap<string, number>,
): Promise<Finished> {
  const one = routedInside(batch, withIds(operation, ids), writer);
  return finishedOf(await one.handler(service, one.request, one.shape), one, batch.presenting);
}

/** Nothing slow is left to do. */
function routedInside(batch: PreparedBatch, operation: Operation, writer: Writer): Routed {
  const one = routed(requestInside(batch), batch.endpoints, operation, writer);
  const ready = batch.prepared.get(operation.index);
  const secrets = { ...one.request.context.secrets, hash: neverInside };
  const context = { ...one.request.context, secrets };
  return { ...one, request: { ...one.request, context, ...(ready && { prepared: ready }) } };
}

const neverInside = async (): Promise<never> => {
  throw new TypeError('slow work belongs before the transaction');
};

const withPlace = (error: unknown, { index }: Operation): unknown =>
  error instanceof Problem ? atIndex(error, index) : error;

async function runCreates(
  service: Service,
  batch: PreparedBatch,
  writer: Writer,
  operations: readonly Operation[],
): Promise<readonly Finished[] | undefined> {
  try {
    const request = requestInside(batch);
    const all = operations.map((operation) => routedInside(batch, operation, writer));
    const context: WriteContext = { ...request.context, charge: request.charge, store: writer };
    const responses = await createTogether(service, context, all);
    if (!responses) return undefined;
    const finished: Finished[] = [];
    for (const [at, one] of all.entries()) {
      finished.push(finishedOf(responses[at] ?? never(), one, batch.presenting));
      await yieldIfBusy();
    }
    return finished;
  } catch (error) {
    throw error instanceof Problem ? new TogetherFailed() : error;
  }
}

const never = (): never => {
  throw new TypeError('an operation has no response');
};

/** Handlers open no transaction of their own, and the operations are already paid for. */
const serviceInside = (service: Service, writer: Writer): Service => ({
  ...service,
  store: { ...service.store, transact: (work) => work(writer) },
  writeLimiter: unlimited,
});

/** No image is fetched inside a transaction, which other changes may wait for. */
const noFetch: Pick<Pictures, 'fetch'> = {
  fetch: async () => {
    throw new Invalid('Images are fetched only with atomic: false. Upload the image first and send its ID.');
  },
};

function requestInside({ request, presenting }: Batch): ApiRequest {
  const { context } = request;
  const pictures = { ...context.pictures, ...noFetch, ...(presenting.newIds && noFileChanges) };
  return { ...request, context: { ...context, pictures } };
}

const dryRunHeaders = { 'X-Dry-Run': '1' };

async function previewed(service: Service, batch: Batch, atomic: boolean): Promise<ApiResponse> {
  const ready = await prepared(service, batch);
  const run = (isFast: boolean) => {
    const dry: PreparedBatch = { ...ready, presenting: { ...batch.presenting, newIds: new Map() } };
    return service.store.preview((writer, attempt) =>
      atomic ? runTogether(service, dry, writer, isFast) : attemptEach(service, dry, writer, attempt),
    );
  };
  return okResponse(await optimistic(run), dryRunHeaders);
}

/** In one transaction, but each operation may fail on its own. */
async function attemptEach(
  service: Service,
  batch: PreparedBatch,
  writer: Writer,
  attempt: Attempt,
): Promise<readonly Finished[]> {
  const inside = serviceInside(service, writer);
  const ids = new Map<string, number>();
  const finished: Finished[] = [];
  for (const operation of batch.operations) {
    const one = await attempt(() => runOne(inside, batch, writer, operation, ids)).catch((error: unknown) => {
      if (error instanceof Problem) return failedOf(error, batch.request.call);
      throw error;
    });
    if (operation.ref !== undefined && one.id !== undefined) ids.set(operation.ref, one.id);
    finished.push(one);
    await yieldIfBusy();
  }
  return finished;
}
