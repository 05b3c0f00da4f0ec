// From an operation of a batch to the request that a single call would be.
import type { Call } from '../../core/call.js';
import { type Endpoint, endpointsOf } from '../../core/facade.js';
import { Problem } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import type { Reader } from '../../core/store.js';
import { invalidOperation, type Operation } from '../../facades/batch-operations.js';
import { requestedLanguage } from '../../facades/language.js';
import { namesDryRun } from '../change.js';
import { endpointAt } from '../dispatch.js';
import { readForm } from '../input.js';
import { type RecordHandler, recordWrites } from '../record-writes.js';
import { type ApiRequest, type PathParams, queryText, readPath, recordKeyIn } from '../request.js';

export interface Routed {
  readonly request: ApiRequest;
  readonly shape: Shape;
  readonly action: keyof typeof recordWrites;
  readonly handler: RecordHandler;
}

const isWrite = (action: string | undefined): action is keyof typeof recordWrites =>
  action !== undefined && action in recordWrites;

/** The endpoints of records that a batch may change. */
export const writeEndpoints = ({ batched = [] }: Endpoint, { facade, site }: Call): readonly Endpoint[] =>
  endpointsOf(facade, site).filter(
    ({ shape, actions }) => shape && batched.some(({ model }) => model === shape.model) && hasWrites(actions),
  );

const hasWrites = (actions: Endpoint['actions']): boolean => Object.values(actions).some(isWrite);

/** Parameters that apply to a whole response. */
const isOfBatch = (name: string): boolean => name.startsWith('_') || name === 'dry_run';

/** `store` is the transaction of an atomic batch. */
export function routed(
  batch: ApiRequest,
  endpoints: readonly Endpoint[],
  { index, method, path, body, ifMatch }: Operation,
  store: Reader,
): Routed {
  const { endpoint, params: encoded } = endpointAt(endpoints, path.split('?', 1)[0] ?? '');
  const params = readPath(decoded(encoded, index));
  const action = endpoint.actions[method];
  const { shape } = endpoint;
  if (!shape || !isWrite(action)) throw new Problem('wrong-method');
  if (shape.upload && action === 'create')
    throw invalidOperation(index, 'path', 'Files cannot be uploaded in a batch.');
  const query = readForm(queryText(path));
  const place = Object.keys(query).some(isOfBatch) ? 'path' : namesDryRun(body) ? 'body' : undefined;
  if (place) throw invalidOperation(index, place, 'Parameters with _ and dry_run are for the whole batch.');
  const { form: _, language: __, ...general } = batch.call;
  const call: Call = {
    ...general,
    ...(query.context === 'edit' && { form: true }),
    ...requestedLanguage(general.site, { ...query, ...body }),
  };
  const request: ApiRequest = {
    ...batch,
    method,
    call,
    context: { ...batch.context, call, store },
    query,
    body,
    params,
    recordKey: recordKeyIn(params, endpoint),
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  };
  return { request, shape, action, handler: recordWrites[action] };
}

function decoded(groups: PathParams, index: number): PathParams {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw invalidOperation(index, 'path', 'Percent-encoding is not valid UTF-8.');
  }
}
