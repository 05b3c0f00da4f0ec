// The handlers of the route table's actions: parse, authorize, run, present.

import { endingAt, validityOf } from '../cache/validity.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import { yieldIfBusy } from '../core/event-loop.js';
import { type Action, type Endpoint, type RecordAction, shapeOf } from '../core/facade.js';
import type { Query } from '../core/filter.js';
import { itemView } from '../core/present.js';
import { Problem, problemWith } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import { describeRoot, rootParams } from '../facades/describe.js';
import { listParams, lookUp, parse, queryOf, refuseFaults } from '../facades/parse.js';
import { list, planList } from '../operations/list.js';
import { authorizeRead, find, hydratedRow } from '../operations/read.js';
import { syncTokenHeader } from './changes/list-token.js';
import { feedAction, feedFormatOf } from './feed-action.js';
import { joinedList, joinedRecord } from './fragments.js';
import { accessProblem } from './limits.js';
import { pageUrls } from './links.js';
import { recordBody, recordResponse } from './record.js';
import { type RecordHandler, recordWrites } from './record-writes.js';
import { type ApiRequest, idOf, recordKeyOf } from './request.js';
import type { ApiResponse } from './response.js';
import { runOperation } from './run-operation.js';
import type { Service } from './service.js';

const listRecords: RecordHandler = async (service, request, shape) => {
  requireReadRight(request, shape);
  const { context, call, query: input } = request;
  const parsed = parse(listParams(shape), input, call, true);
  const found = await lookUp(shape.list.filters, parsed, context);
  const query = queryOf(input, found, shape, call);
  const syncToken = await syncTokenHeader(service, request, shape, parsed.given);
  const listed = (await joinedList(service, request, shape, query)) ?? (await wholeList(request, shape, query));
  const { items, total, pages, ends } = listed;
  const page = { items, total, pages, ...pageUrls(shape, query, call, pages) };
  return {
    statusCode: 200,
    headers: { ...call.facade.listHeaders(page), ...shape.list.headers?.(query, call), ...syncToken },
    body: shape.list.body(page),
    ...(request.isCacheable && {
      validity: endingAt(
        validityOf(call, (at) => timeDependentPlan(shape, query, at, context)),
        ends,
      ),
    }),
  };
};

/** All rows are read in one snapshot. */
async function wholeList(request: ApiRequest, shape: Shape, query: Query) {
  const { context, call } = request;
  const { rows: listed, total, pages } = await list(context, shape, query);
  const rows = (await shape.list.hydrate?.(context, listed, query)) ?? listed;
  await yieldIfBusy();
  const view = itemView(shape, query.found, call);
  const items = rows.map((row) => recordBody(shape, row, request, view));
  return { items, total, pages, ends: rows.flatMap((row) => shape.list.validUntil?.(row, call) ?? []) };
}

/** The parts of a list response that may depend on the current time. */
const timeDependentPlan = (shape: Shape, query: Query, call: Call, context: Context) => [
  planList(shape, query, call, context).where,
  shape.list.selfQuery(query, call),
];

const readRecord: RecordHandler = async (_, request, shape) => {
  requireReadRight(request, shape);
  const { given, faults } = parse(shape.readParams, request.query, request.call, true);
  refuseFaults(faults);
  return joinedRecord(request, shape, given, async (context) => {
    const row = await find(context, shape, recordKeyOf(request), 'read');
    await authorizeRead(context, shape, row, given);
    const shown = await hydratedRow(context, shape, row);
    return {
      ...recordResponse(shape, shown, request, 'read', { found: given }),
      ...(shape.validUntil && request.isCacheable && validUntil(request.call, shape.validUntil(shown, request.call))),
    };
  });
};

const validUntil = ({ now }: Call, until: string | undefined): Pick<ApiResponse, 'validity'> =>
  until === undefined ? {} : { validity: { from: now, until } };

function requireReadRight({ call: { actor } }: ApiRequest, { model: { policy } }: Shape): void {
  if (policy.read && !may(actor, policy.read)) throw accessProblem(actor);
}

const handlers: Readonly<Record<RecordAction, RecordHandler>> = {
  list: listRecords,
  read: readRecord,
  ...recordWrites,
};

export async function runAction(
  service: Service,
  request: ApiRequest,
  action: Action,
  endpoint: Endpoint,
): Promise<ApiResponse> {
  const { shape, operations } = endpoint;
  if (action === 'doc') return okResponse(document(request));
  if (action === 'root') return okResponse(root(request));
  if (operations) return runOperation(service, request, endpoint);
  if (!shape || action === 'custom') throw new Problem('no-route');
  const owner = await readOwner(request, endpoint);
  const feed = feedFormatOf(request, action, shape);
  if (feed) return feedAction(service, request, feed, owner);
  if (action === 'feed') throw new Problem('no-route');
  return handlers[action](service, request, shape);
}

/** The record above a list, which the caller must be able to read. Of dates of a series the list reads it. */
async function readOwner({ context, call, params }: ApiRequest, { owner, within, shape: listed }: Endpoint) {
  if (within === undefined || !listed) return undefined;
  const shape = shapeOf(call.facade, owner ?? listed.model.name);
  const id = idOf(params[within]);
  if (id === 0) throw new Problem('not-found', problemWith(shape.model));
  if (owner === undefined) return undefined;
  const row = await find(context, shape, { id }, 'read');
  await authorizeRead(context, shape, row, {});
  return { shape, row };
}

const okResponse = (body: unknown): ApiResponse => ({ statusCode: 200, headers: {}, body });

function document({ query, call }: ApiRequest) {
  refuseFaults(parse({}, query, call, true).faults);
  return call.facade.document?.(call);
}

function root({ query, call }: ApiRequest) {
  const { given, faults } = parse(rootParams(call), query, call, true);
  refuseFaults(faults);
  if (given.namespace !== undefined && given.namespace !== call.facade.namespace)
    throw new Problem('invalid-namespace');
  return describeRoot(call);
}
