// The handlers of the route table's actions: parse, authorize, run, present.

import { isDeepStrictEqual } from 'node:util';
import { validityOfList } from '../cache/validity.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import { type ExternalKey, externalKeyOf } from '../core/external.js';
import { type Action, type Computation, type Endpoint, type RecordAction, shapeOf } from '../core/facade.js';
import { type Given, readFields } from '../core/field.js';
import type { Query } from '../core/filter.js';
import { formOf } from '../core/form.js';
import { itemView } from '../core/present.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { describeRoot, rootParams } from '../facades/describe.js';
import {
  listParams,
  lookUp,
  lookUpForModel,
  type Parsed,
  parse,
  queryOf,
  refuseFaults,
  removeParamsOf,
} from '../facades/parse.js';
import { list, planList } from '../operations/list.js';
import { authorizeRead, completedRow, find, type RecordKey } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { accessProblem, authorizeWrite, change, prepareAndChange } from './change.js';
import { syncTokenHeader } from './changes/list-token.js';
import { customAction } from './custom-actions.js';
import { yieldIfBusy } from './event-loop.js';
import { feedAction, feedFormatOf } from './feed-action.js';
import { pageUrls } from './links.js';
import { bodyOf, findChangeable, isForm, recordResponse } from './record.js';
import { type ApiRequest, changeInput, idOf, recordKeyOf } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';
import { upsertRecord } from './upsert.js';
import { createFrom, updateFrom } from './written.js';

type Handler = (service: Service, request: ApiRequest, shape: Shape) => Promise<ApiResponse>;

const listRecords: Handler = async (service, request, shape) => {
  requireReadRight(request, shape);
  const { context, call, query: input } = request;
  const parsed = parse(listParams(shape), input, call, true);
  const found = await lookUp(shape.list.filters, parsed, context);
  const query = queryOf(input, found, shape, call);
  const syncToken = await syncTokenHeader(service, request, shape, parsed.given);
  const { rows: listed, total, pages } = await list(context, shape, query);
  const rows = (await shape.list.complete?.(context, listed, query)) ?? listed;
  await yieldIfBusy();
  const urls = pageUrls(shape, query, call, pages);
  const view = itemView(shape, found, call);
  const items = rows.map((row) => bodyOf(shape, row, request, view));
  const page = { items, total, pages, ...urls };
  return {
    statusCode: 200,
    headers: { ...call.facade.listHeaders(page), ...shape.list.headers?.(query, call), ...syncToken },
    body: shape.list.body(page),
    ...(request.isCacheable && {
      validity: validityOfList(call, shape.list, rows, (at) => timeDependentPlan(shape, query, at, context)),
    }),
  };
};

/** The parts of a list response that may depend on the current time. */
const timeDependentPlan = (shape: Shape, query: Query, call: Call, context: Context) => [
  planList(shape, query, call, context).where,
  shape.list.selfQuery(query, call),
];

const readRecord: Handler = async (_, request, shape) => {
  requireReadRight(request, shape);
  const { given, faults } = parse(shape.readParams, request.query, request.call, true);
  refuseFaults(faults);
  const row = await find(request.context, shape, recordKeyOf(request), 'read');
  await authorizeRead(request.context, shape, row, given);
  const shown = await completedRow(request.context, shape, row);
  return {
    ...recordResponse(shape, shown, request, 'read', { found: given }),
    ...(shape.validUntil && request.isCacheable && validUntil(request.call, shape.validUntil(shown, request.call))),
  };
};

const validUntil = ({ now }: Call, until: string | undefined): Pick<ApiResponse, 'validity'> =>
  until === undefined ? {} : { validity: { from: now, until } };

const createRecord: Handler = async (service, request, shape) => {
  const key = externalKeyIn(request, shape);
  if (key) return upsertRecord(service, request, shape, key);
  const parsed = await readChange(service, request, shape, true);
  const oneTimeSecrets = generatedFields(shape, parsed.given, request.context);
  const complete = { ...parsed, given: { ...parsed.given, ...oneTimeSecrets } };
  return prepareAndChange(service, request, shape.fields, complete, async (context, given) => {
    const resolved = await lookUpForModel(shape.fields, given, context);
    const response = await createFrom(service, context, request, shape, resolved);
    return { ...response, ...(oneTimeSecrets && { oneTimeSecrets }) };
  });
};

/** The external ID that a new record is to get; faults of its fields are reported with the others. */
function externalKeyIn(request: ApiRequest, { fields }: Shape): ExternalKey | undefined {
  const { source, external_id } = fields;
  if (!source || !external_id) return undefined;
  const { given, faults } = readFields({ source, external_id }, changeInput(request, fields), request.call, false);
  return Object.keys(faults).length ? undefined : externalKeyOf(given, request.call);
}

const upsertByKey: Handler = async (service, request, shape) => {
  const { recordKey } = request;
  if (!recordKey || !('source' in recordKey)) throw new Problem('no-route');
  return upsertRecord(service, request, shape, recordKey);
};

/** Values that are generated when they are not given, such as a password. */
function generatedFields({ fields }: Shape, given: Given, context: Context): Given | undefined {
  const generated = Object.entries(fields).flatMap(([name, field]) =>
    field.generate && given[name] === undefined ? [[name, field.generate(context)]] : [],
  );
  return generated.length ? Object.fromEntries(generated) : undefined;
}

const updateRecord: Handler = async (service, request, shape) => {
  const parsed = await readChange(service, request, shape, false);
  return prepareAndChange(service, request, shape.fields, parsed, async (context, given) => {
    // Only edited fields of a form are looked up, so the stored record is needed first.
    const edited = isForm(request) ? await findChangeable(context, shape, request, 'update') : undefined;
    const resolved = await lookUpForModel(
      shape.fields,
      edited ? editedFields(given, shape, edited, request) : given,
      context,
    );
    const stored = edited ?? (await findChangeable(context, shape, request, 'update'));
    return updateFrom(service, context, request, shape, stored, resolved);
  });
};

/** Drops the values that a form sent back unchanged: a price as text, or a reference that could not be created again. */
function editedFields(parsed: Parsed, shape: Shape, stored: Row, request: ApiRequest): Parsed {
  const [form, input] = [formOf(shape, stored, request.call), changeInput(request, shape.fields)];
  const given = Object.entries(parsed.given).filter(([name]) => !isDeepStrictEqual(input[name], form[name]));
  return { ...parsed, given: Object.fromEntries(given) };
}

const removeRecord: Handler = async (service, request, shape) => {
  const params = removeParamsOf(shape, request.call.facade);
  const parsed = parse(params, changeInput(request, {}), request.call, true);
  refuseFaults(parsed.faults);
  await authorizeWrite(service, request, shape.model.policy.change);
  return change(service, request, async (context) => {
    const given = await lookUp(params, parsed, context);
    const stored = await findChangeable(context, shape, request, 'remove');
    shape.authorizeRemove?.(given);
    const written = await writesOf(shape.model).remove(context, shape.model, stored, given);
    const remaining = written.after && (await find(context, shape, { id: stored.id }, 'read'));
    return {
      ...recordResponse(shape, remaining ?? stored, request, 'removed'),
      write: { shape, written, before: stored, ...(remaining && { after: remaining }) },
    };
  });
};

/** Validation errors come before missing rights; callers with the right also get errors of references at once. */
async function readChange(service: Service, request: ApiRequest, shape: Shape, complete: boolean) {
  const { model, writeParams } = shape;
  const fields = { ...shape.fields, ...writeParams };
  const parsed = parse(fields, changeInput(request, fields), request.call, complete);
  if (Object.keys(parsed.faults).length) {
    if (may(request.call.actor, model.policy.change)) await lookUp(fields, parsed, request.context);
    refuseFaults(parsed.faults);
  }
  await authorizeWrite(service, request, model.policy.change);
  return parsed;
}

function requireReadRight({ call: { actor } }: ApiRequest, { model: { policy } }: Shape): void {
  if (policy.read && !may(actor, policy.read)) throw accessProblem(actor);
}

const handlers: Readonly<Record<RecordAction, Handler>> = {
  list: listRecords,
  read: readRecord,
  create: createRecord,
  update: updateRecord,
  upsert: upsertByKey,
  remove: removeRecord,
};

export async function runAction(
  service: Service,
  request: ApiRequest,
  action: Action,
  endpoint: Endpoint,
): Promise<ApiResponse> {
  const { shape, answer, takes, compute } = endpoint;
  if (action === 'doc') return okResponse(document(request));
  if (action === 'root') return okResponse(root(request));
  if (endpoint.custom) return customAction(service, request, endpoint);
  if (compute) return computedResponse(service, request, compute, takes);
  if (answer) return staticResponse(answer(request.call, staticRequest(request)));
  if (!shape || action === 'custom') throw new Problem('no-route');
  const owner = await readOwner(request, endpoint);
  const feed = feedFormatOf(request, action, shape);
  if (feed) return feedAction(service, request, feed, owner);
  if (action === 'feed') throw new Problem('no-route');
  return handlers[action](service, request, shape);
}

/** The record above a list, which the caller must be able to read. */
async function readOwner({ context, call, params }: ApiRequest, { owner, within = '' }: Endpoint) {
  if (owner === undefined) return undefined;
  const shape = shapeOf(call.facade, owner);
  const row = await find(context, shape, { id: idOf(params[within] ?? '') }, 'read');
  await authorizeRead(context, shape, row, {});
  return { shape, row };
}

async function computedResponse(
  service: Service,
  request: ApiRequest,
  { right, run }: Computation,
  takes: Endpoint['takes'] = {},
): Promise<ApiResponse> {
  await authorizeWrite(service, request, right);
  const fields = (request.method === 'OPTIONS' ? undefined : takes[request.method]) ?? {};
  const { given, faults } = parse(fields, changeInput(request, fields), request.call, true);
  refuseFaults(faults);
  return okResponse(run(given, request.call));
}

const okResponse = (body: unknown): ApiResponse => ({ statusCode: 200, headers: {}, body });

/** A list of a static endpoint has one page. */
const staticResponse = (body: unknown): ApiResponse =>
  Array.isArray(body)
    ? { statusCode: 200, headers: { 'X-WP-Total': `${body.length}`, 'X-WP-TotalPages': body.length ? '1' : '0' }, body }
    : okResponse(body);

function document({ query, call }: ApiRequest) {
  refuseFaults(parse({}, query, call, true).faults);
  return call.facade.document?.(call);
}

function staticRequest({ query, recordKey: address, call }: ApiRequest) {
  refuseFaults(parse({}, query, call, true).faults);
  if (!address) return { query };
  return { query, part: partOf(address) };
}

const partOf = (key: RecordKey): string => ('slug' in key ? key.slug : 'id' in key ? String(key.id) : '');

function root({ query, call }: ApiRequest) {
  const { given, faults } = parse(rootParams(call), query, call, true);
  refuseFaults(faults);
  if (given.namespace !== undefined && given.namespace !== call.facade.namespace)
    throw new Problem('invalid-namespace');
  return describeRoot(call);
}
