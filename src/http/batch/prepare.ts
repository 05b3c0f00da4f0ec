// Slow work for the operations of an atomic batch, such as hashing a password, before their transaction.
import { isDeepStrictEqual } from 'node:util';
import { may } from '../../core/actor.js';
import { yieldIfBusy } from '../../core/event-loop.js';
import { type FoundFields, prepareFields, readFields } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import { type Operation, withIds } from '../../facades/batch-operations.js';
import { withPreparation } from '../../operations/prepare.js';
import { prepareTimeoutMs } from '../change.js';
import { type ApiRequest, changeInput } from '../request.js';
import type { Service } from '../service.js';
import type { Batch } from './result.js';
import { type Routed, routed } from './route.js';

/** By the index of the operation; faults are reported when it runs. */
export type Prepared = ReadonlyMap<number, FoundFields>;

export const prepareOperations = (service: Service, request: ApiRequest, batch: Batch): Promise<Prepared> =>
  withPreparation(service.store, request.context, prepareTimeoutMs, async (context) => {
    const prepared = new Map<number, FoundFields>();
    for (const operation of batch.operations) {
      const one = routedBefore(request, batch, operation, 1);
      const other = operation.hasReferences ? routedBefore(request, batch, operation, 2) : one;
      if (!one || !other || !may(request.call.actor, one.shape.model.policy.change)) continue;
      const { call } = one.request;
      const slow = Object.entries(one.shape.fields).filter(([, field]) => field.prepare);
      const input = changeInput(one.request, one.shape.fields);
      const otherInput = changeInput(other.request, one.shape.fields);
      // References are IDs, which are known when the operation runs.
      const fields = Object.fromEntries(slow.filter(([name]) => isDeepStrictEqual(input[name], otherInput[name])));
      const { given } = readFields(fields, input, call, one.action === 'create');
      if (Object.keys(given).length > 0)
        prepared.set(operation.index, await prepareFields(fields, given, { ...context, call }));
      await yieldIfBusy();
    }
    return prepared;
  });

/** With the same id in place of each reference. Undefined for an operation that will fail. */
function routedBefore(request: ApiRequest, batch: Batch, operation: Operation, id: number): Routed | undefined {
  try {
    return routed(request, batch.endpoints, withIds(operation, { get: () => id }), request.context.store);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
