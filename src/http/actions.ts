// What each action of the route table does: parse, check the right, run, present.

import { isDeepStrictEqual } from 'node:util';
import { validityOf } from '../cache/validity.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Context, WriteContext } from '../core/context.js';
import type { Action, Endpoint, RecordAction } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { Query } from '../core/filter.js';
import { formOf, mayChange } from '../core/form.js';
import { holds } from '../core/judge.js';
import { localized } from '../core/language.js';
import type { Model } from '../core/model.js';
import { present } from '../core/present.js';
import { Problem } from '../core/problem.js';
import type { Shape, View } from '../core/shape.js';
import { lockRecord, type Row } from '../core/store.js';
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
import { type Address, authorizeRead, find, isVisible, unreadable } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { accountAction } from './account-actions.js';
import { allow, change, prepared, refusal } from './change.js';
import { yieldIfBusy } from './event-loop.js';
import { addressOf, pageUrls } from './links.js';
import { type ApiRequest, changeInput } from './request.js';
import { type ApiResponse, refuseStale, versionOf } from './response.js';
import type { Service } from './service.js';

type Act = (service: Service, request: ApiRequest, shape: Shape) => Promise<ApiResponse>;

/** Whoever edits gets a record as a form, too, and sends that back. */
const isForm = ({ call }: ApiRequest): boolean => call.form === true;

function bodyOf(shape: Shape, row: Row, request: ApiRequest, view: View): unknown {
  const body = present(shape.body, localized(row, shape.model, request.call), view);
  const editable = isForm(request) && view.occasion !== 'removed' && mayChange(shape.model, row, request.call);
  return editable ? { ...body, _input: formOf(shape, row, request.call) } : body;
}

function answerRow(
  shape: Shape,
  row: Row,
  request: ApiRequest,
  occasion: View['occasion'],
  { statusCode = 200, found = {} }: { readonly statusCode?: number; readonly found?: Given } = {},
): ApiResponse {
  const view: View = { ...request.call, occasion, opens: () => true, found };
  return { statusCode, headers: {}, body: bodyOf(shape, row, request, view), version: versionOf(row) };
}

const listRecords: Act = async (_, request, shape) => {
  allowReading(request, shape);
  const { context, call, query: input } = request;
  const parsed = parse(listParams(shape), input, call, true);
  const found = await lookUp(shape.list.filters, parsed, context);
  const query = queryOf(input, found, shape, call);
  const { rows, total, pages } = await list(context, shape, query);
  await yieldIfBusy();
  const changeable = shape.model.policy.changeable(call.actor);
  const opens = (row: Row) => found.context === 'edit' && holds(changeable, row);
  const urls = pageUrls(shape, query, call, pages);
  const view: View = { ...call, occasion: 'item', opens, found };
  const items = rows.map((row) => bodyOf(shape, row, request, view));
  const page = { items, total, pages, ...urls };
  return {
    statusCode: 200,
    headers: call.facade.listHeaders(page),
    body: shape.list.body(page),
    ...(request.kept && { validity: validityOf(call, (at) => sketch(shape, query, at, context)) }),
  };
};

/** What a list asks the store for and what it tells of itself. */
const sketch = (shape: Shape, query: Query, call: Call, context: Context) => [
  planList(shape, query, call, context).where,
  shape.list.selfQuery(query, call),
];

const readRecord: Act = async (_, request, shape) => {
  allowReading(request, shape);
  const { given, faults } = parse(shape.readParams, request.query, request.call, true);
  refuseFaults(faults);
  const row = await find(request.context, shape, address(request), 'read');
  await authorizeRead(request.context, shape, row, given);
  return answerRow(shape, row, request, 'read', { found: given });
};

const createRecord: Act = async (service, request, shape) => {
  const parsed = await readChange(service, request, shape, true);
  const oneTimeSecrets = madeFor(shape, parsed.given, request.context);
  const whole = { ...parsed, given: { ...parsed.given, ...oneTimeSecrets } };
  return prepared(service, request, shape.fields, whole, async (context, given) => {
    const looked = await lookUpForModel(shape.fields, given, context);
    const { id } = await writesOf(shape.model).create(context, shape.model, looked);
    const row = await find(context, shape, { id }, 'read');
    const answer = answerRow(shape, row, request, 'changed', { statusCode: 201 });
    return {
      ...answer,
      headers: { Location: addressOf(request.call, `${shape.path}/${id}`) },
      ...(oneTimeSecrets && { oneTimeSecrets }),
    };
  });
};

/** What is made for a new record that was not given it. */
function madeFor({ fields }: Shape, given: Given, context: Context): Given | undefined {
  const made = Object.entries(fields).flatMap(([name, field]) =>
    field.generate && given[name] === undefined ? [[name, field.generate(context)]] : [],
  );
  return made.length ? Object.fromEntries(made) : undefined;
}

const updateRecord: Act = async (service, request, shape) => {
  const parsed = await readChange(service, request, shape, false);
  return prepared(service, request, shape.fields, parsed, async (context, given) => {
    // Of a form that comes back only what was touched is looked at, so that the record is needed before the references.
    const edited = isForm(request) ? await findChangeable(context, shape, request, 'update') : undefined;
    const looked = await lookUpForModel(shape.fields, edited ? touched(given, shape, edited, request) : given, context);
    const stored = edited ?? (await findChangeable(context, shape, request, 'update'));
    await writesOf(shape.model).update(context, shape.model, stored, looked);
    return answerRow(shape, await find(context, shape, { id: stored.id }, 'read'), request, 'changed');
  });
};

/** Without what stands in the form as the record has it: a price as text, or a reference that cannot be made anew. */
function touched(parsed: Parsed, shape: Shape, stored: Row, request: ApiRequest): Parsed {
  const [form, input] = [formOf(shape, stored, request.call), changeInput(request, shape.fields)];
  const given = Object.entries(parsed.given).filter(([name]) => !isDeepStrictEqual(input[name], form[name]));
  return { ...parsed, given: Object.fromEntries(given) };
}

const removeRecord: Act = async (service, request, shape) => {
  const params = removeParamsOf(shape, request.call.facade);
  const parsed = parse(params, changeInput(request, {}), request.call, true);
  refuseFaults(parsed.faults);
  await allow(service, request, shape.model.policy.change);
  return change(service, request, async (context) => {
    const given = await lookUp(params, parsed, context);
    const stored = await findChangeable(context, shape, request, 'remove');
    shape.authorizeRemove?.(given);
    const { after } = await writesOf(shape.model).remove(context, shape.model, stored, given);
    const left = after ? await find(context, shape, { id: stored.id }, 'read') : stored;
    return answerRow(shape, left, request, 'removed');
  });
};

/** Pure faults come before rights; a caller with the right learns of unknown references in the same answer. */
async function readChange(service: Service, request: ApiRequest, shape: Shape, complete: boolean) {
  const { fields, model } = shape;
  const parsed = parse(fields, changeInput(request, fields), request.call, complete);
  if (Object.keys(parsed.faults).length) {
    if (may(request.call.actor, model.policy.change)) await lookUp(fields, parsed, request.context);
    refuseFaults(parsed.faults);
  }
  await allow(service, request, model.policy.change);
  return parsed;
}

function allowReading({ call: { actor } }: ApiRequest, { model: { policy } }: Shape): void {
  if (policy.read && !may(actor, policy.read)) throw refusal(actor);
}

async function findChangeable(
  context: WriteContext,
  shape: Shape,
  request: ApiRequest,
  to: 'update' | 'remove',
): Promise<Row> {
  const place = address(request);
  const id = 'id' in place ? place.id : (await find(context, shape, place, to)).id;
  // Another change of the same record may be under way: what it leaves is what this one changes.
  await lockRecord(context.store, shape.model, id);
  const stored = await find(context, shape, { id }, to);
  await refuseUnchangeable(context, shape.model, stored);
  refuseStale(request.headers['if-match'], versionOf(stored));
  return stored;
}

/** A record that the caller may not even read is refused as when it is read, where unknown records are missing. */
async function refuseUnchangeable(context: Context, model: Model, stored: Row): Promise<void> {
  const { call } = context;
  if (holds(model.policy.changeable(call.actor), stored)) return;
  const readable = !call.facade.unknownIsMissing || (await isVisible(context, model, stored));
  throw readable ? new Problem('forbidden') : unreadable(model, stored, call);
}

function address({ address: request }: ApiRequest): Address {
  if (!request) throw new Problem('no-route');
  return request;
}

const records: Readonly<Record<RecordAction, Act>> = {
  list: listRecords,
  read: readRecord,
  create: createRecord,
  update: updateRecord,
  remove: removeRecord,
};

export async function act(
  service: Service,
  request: ApiRequest,
  action: Action,
  { shape, answer, custom, takes }: Endpoint,
): Promise<ApiResponse> {
  if (action === 'doc') return plain(document(request));
  if (action === 'root') return plain(root(request));
  if (custom) return accountAction(service, request, custom, takes);
  if (answer) return counted(answer(request.call, staticRequest(request)));
  if (!shape || action === 'custom') throw new Problem('no-route');
  return records[action](service, request, shape);
}

const plain = (body: unknown): ApiResponse => ({ statusCode: 200, headers: {}, body });

/** A list from code has one page. */
const counted = (body: unknown): ApiResponse =>
  Array.isArray(body)
    ? { statusCode: 200, headers: { 'X-WP-Total': `${body.length}`, 'X-WP-TotalPages': body.length ? '1' : '0' }, body }
    : plain(body);

function document({ query, call }: ApiRequest) {
  refuseFaults(parse({}, query, call, true).faults);
  return call.facade.document?.(call);
}

function staticRequest({ query, address, call }: ApiRequest) {
  refuseFaults(parse({}, query, call, true).faults);
  if (!address) return { query };
  return { query, part: 'slug' in address ? address.slug : String(address.id) };
}

function root({ query, call }: ApiRequest) {
  const { given, faults } = parse(rootParams(call), query, call, true);
  refuseFaults(faults);
  if (given.namespace !== undefined && given.namespace !== call.facade.namespace)
    throw new Problem('invalid-namespace');
  return describeRoot(call);
}
