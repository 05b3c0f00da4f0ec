// New records of one resource in a row are created together, in few statements.
import { isDeepStrictEqual } from 'node:util';
import type { WriteContext } from '../../core/context.js';
import { yieldIfBusy } from '../../core/event-loop.js';
import type { Operation } from '../../facades/batch-operations.js';
import { lookUpForModel, type Parsed, prepare } from '../../facades/parse.js';
import { withPreparation } from '../../operations/prepare.js';
import { prepareTimeoutMs } from '../change.js';
import { readChange } from '../record-writes.js';
import type { ApiRequest } from '../request.js';
import type { ApiResponse } from '../response.js';
import type { Service } from '../service.js';
import { createEachFrom } from '../written.js';
import type { Routed } from './route.js';

/** A record with an external ID may exist already, and a reference needs its record first. */
const isPlainCreate = ({ method, body, hasReferences }: Operation): boolean =>
  method === 'POST' && !hasReferences && !('source' in body) && !('external_id' in body);

/** More would block the event loop for long. */
const maxTogether = 100;

/** The number of operations from `at` on that can be created together; at least 1. */
export function creatableFrom(operations: readonly Operation[], at: number): number {
  const first = operations[at];
  if (!first || !isPlainCreate(first)) return 1;
  const end = operations.findIndex((one, index) => index > at && (one.path !== first.path || !isPlainCreate(one)));
  return Math.min((end < 0 ? operations.length : end) - at, maxTogether);
}

/** All requests have the same endpoint; undefined if they must run one by one, because their languages differ. */
export async function createTogether(
  service: Service,
  context: WriteContext,
  routed: readonly Routed[],
): Promise<readonly ApiResponse[] | undefined> {
  const [first] = routed;
  if (
    first?.action !== 'create' ||
    routed.some(({ request }) => !isDeepStrictEqual(callKey(request), callKey(first.request)))
  )
    return undefined;
  const { shape, request } = first;
  const inCall: WriteContext = { ...context, call: request.call };
  return withPreparation(service.store, request.context, prepareTimeoutMs, async (preparing) => {
    const ready: Parsed[] = [];
    for (const one of routed) {
      const parsed = await readChange(service, one.request, shape, true);
      ready.push(await prepare(shape.fields, parsed, preparing, one.request.prepared));
      await yieldIfBusy();
    }
    const givens = await Promise.all(ready.map((parsed) => lookUpForModel(shape.fields, parsed, inCall)));
    const requests = routed.map(({ request: one }) => one);
    return createEachFrom(service, inCall, requests, shape, givens);
  });
}

const callKey = ({ call: { language, form } }: ApiRequest) => ({ language, form });
