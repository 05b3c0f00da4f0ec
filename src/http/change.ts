// Steps of every write: authorization, rate limit, preparation outside the transaction, and the transaction itself.

import { may, type Right } from '../core/actor.js';
import type { RequestContext, WriteContext } from '../core/context.js';
import { type Fields, type Given, optional } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { noFileChanges } from '../core/picture.js';
import { inFieldNames, type Parsed, parse, prepare, refuseFaults } from '../facades/parse.js';
import { withPreparation } from '../operations/prepare.js';
import { asDryRun } from './dry-run.js';
import { runOnce } from './idempotency.js';
import { accessProblem, chargeOnce, spendWriteToken } from './limits.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

/** Checks the role's right, then the write rate limit. `cost`: number of changes. */
export async function authorizeWrite(service: Service, request: ApiRequest, right: Right, cost = 1): Promise<void> {
  const { actor } = request.call;
  if (!may(actor, right)) throw accessProblem(actor);
  await spendWriteToken(service, actor, cost);
}

export const prepareTimeoutMs = 30_000;

/** Prepares the fields (fetches and encodes images), makes the change, and cleans up what it did not use. */
export const prepareAndChange = (
  service: Service,
  request: ApiRequest,
  fields: Fields,
  parsed: Parsed,
  work: (context: WriteContext, given: Parsed) => Promise<ApiResponse>,
): Promise<ApiResponse> =>
  withPreparation(service.store, contextOf(request), prepareTimeoutMs, async (context) => {
    const ready = await prepare(fields, parsed, context, request.prepared);
    return change(service, request, (writeContext) => work(writeContext, ready)).catch((error: unknown) => {
      throw inFieldNames(fields, error);
    });
  });

/** Runs the change in a transaction, once per Idempotency-Key. A dry run is rolled back. */
export async function change(
  { store }: Service,
  request: ApiRequest,
  work: (context: WriteContext) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const context = contextOf(request);
  const attempt = chargeOnce(request.charge);
  if (!isDryRun(request))
    return store.transact((writer) => {
      const writing = () => work({ ...context, store: writer, charge: attempt() });
      return request.runOnce ? request.runOnce(writer, writing) : runOnce(request, writer, writing);
    });
  return asDryRun(
    await store.preview((writer) => work({ ...context, store: writer, outlined: new Map() })),
    request.call,
  );
}

const dryRun = optional(flag, 'Returns the result of the change without saving it');
/** `_preview` is the former name. */
const dryRunParams = { dry_run: dryRun, _preview: dryRun };

/** In the query or the body: one of them is enough. Other facades ignore it like any unknown parameter. */
export function isDryRun({ call, query, body }: ApiRequest): boolean {
  if (!call.facade.console) return false;
  const asks = [query, body].map((input) => {
    if (!namesDryRun(input)) return false;
    const { given, faults } = parse(dryRunParams, input, call, true);
    refuseFaults(faults);
    return given.dry_run === true || given._preview === true;
  });
  return asks.includes(true);
}

export const namesDryRun = (input: Given): boolean =>
  Object.keys(dryRunParams).some((name) => Object.hasOwn(input, name));

/** A dry run encodes images as usual, but stores and removes no file. */
const contextOf = (request: ApiRequest): RequestContext & Pick<WriteContext, 'charge'> => {
  const { context, charge } = request;
  return isDryRun(request)
    ? { ...context, charge, pictures: { ...context.pictures, ...noFileChanges } }
    : { ...context, charge };
};
