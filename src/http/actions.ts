// What each action of the route table does: parse, check the right, run, present.

import { isDeepStrictEqual } from 'node:util';
import { validityOf } from '../cache/validity.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Desk, WritingDesk } from '../core/context.js';
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
import { claimRecord, type Row } from '../core/store.js';
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
import { type Answer, refuseStale, versionOf } from './answer.js';
import { type Asked, changeInput } from './asked.js';
import { allow, change, prepared, refusal } from './change.js';
import { addressOf, pageUrls } from './links.js';
import { actOwn } from './people.js';
import type { Service } from './service.js';
import { takeTurn } from './turns.js';

type Act = (service: Service, asked: Asked, shape: Shape) => Promise<Answer>;

/** Whoever edits gets a record as a form, too, and sends that back. */
const isForm = ({ call }: Asked): boolean => call.form === true;

function bodyOf(shape: Shape, row: Row, asked: Asked, view: View): unknown {
  const body = present(shape.body, localized(row, shape.model, asked.call), view);
  const editable = isForm(asked) && view.occasion !== 'removed' && mayChange(shape.model, row, asked.call);
  return editable ? { ...body, _input: formOf(shape, row, asked.call) } : body;
}

function answerRow(
  shape: Shape,
  row: Row,
  asked: Asked,
  occasion: View['occasion'],
  { http = 200, found = {} }: { readonly http?: number; readonly found?: Given } = {},
): Answer {
  const view: View = { ...asked.call, occasion, opens: () => true, found };
  return { http, headers: {}, body: bodyOf(shape, row, asked, view), version: versionOf(row) };
}

const listRecords: Act = async (_, asked, shape) => {
  allowReading(asked, shape);
  const { desk, call, query: input } = asked;
  const parsed = parse(listParams(shape), input, call, true);
  const found = await lookUp(shape.list.filters, parsed, desk);
  const query = queryOf(input, found, shape, call);
  const { rows, total, pages } = await list(desk, shape, query);
  await takeTurn();
  const changeable = shape.model.policy.changeable(call.actor);
  const opens = (row: Row) => found.context === 'edit' && holds(changeable, row);
  const urls = pageUrls(shape, query, call, pages);
  const view: View = { ...call, occasion: 'item', opens, found };
  const items = rows.map((row) => bodyOf(shape, row, asked, view));
  const page = { items, total, pages, ...urls };
  return {
    http: 200,
    headers: call.facade.listHeaders(page),
    body: shape.list.body(page),
    ...(asked.kept && { validity: validityOf(call, (at) => sketch(shape, query, at, desk)) }),
  };
};

/** What a list asks the store for and what it tells of itself. */
const sketch = (shape: Shape, query: Query, call: Call, desk: Desk) => [
  planList(shape, query, call, desk).where,
  shape.list.selfQuery(query, call),
];

const readRecord: Act = async (_, asked, shape) => {
  allowReading(asked, shape);
  const { given, faults } = parse(shape.readParams, asked.query, asked.call, true);
  refuseFaults(faults);
  const row = await find(asked.desk, shape, address(asked), 'read');
  await authorizeRead(asked.desk, shape, row, given);
  return answerRow(shape, row, asked, 'read', { found: given });
};

const createRecord: Act = async (service, asked, shape) => {
  const parsed = await readChange(service, asked, shape, true);
  const told = madeFor(shape, parsed.given, asked.desk);
  const whole = { ...parsed, given: { ...parsed.given, ...told } };
  return prepared(service, asked, shape.fields, whole, async (desk, given) => {
    const looked = await lookUpForModel(shape.fields, given, desk);
    const { id } = await writesOf(shape.model).create(desk, shape.model, looked);
    const row = await find(desk, shape, { id }, 'read');
    const answer = answerRow(shape, row, asked, 'changed', { http: 201 });
    return { ...answer, headers: { Location: addressOf(asked.call, `${shape.path}/${id}`) }, ...(told && { told }) };
  });
};

/** What is made for a new record that was not given it. */
function madeFor({ fields }: Shape, given: Given, desk: Desk): Given | undefined {
  const made = Object.entries(fields).flatMap(([name, field]) =>
    field.made && given[name] === undefined ? [[name, field.made(desk)]] : [],
  );
  return made.length ? Object.fromEntries(made) : undefined;
}

const updateRecord: Act = async (service, asked, shape) => {
  const parsed = await readChange(service, asked, shape, false);
  return prepared(service, asked, shape.fields, parsed, async (desk, given) => {
    // Of a form that comes back only what was touched is looked at, so that the record is needed before the references.
    const edited = isForm(asked) ? await findChangeable(desk, shape, asked, 'update') : undefined;
    const looked = await lookUpForModel(shape.fields, edited ? touched(given, shape, edited, asked) : given, desk);
    const stored = edited ?? (await findChangeable(desk, shape, asked, 'update'));
    await writesOf(shape.model).update(desk, shape.model, stored, looked);
    return answerRow(shape, await find(desk, shape, { id: stored.id }, 'read'), asked, 'changed');
  });
};

/** Without what stands in the form as the record has it: a price as text, or a reference that cannot be made anew. */
function touched(parsed: Parsed, shape: Shape, stored: Row, asked: Asked): Parsed {
  const [form, input] = [formOf(shape, stored, asked.call), changeInput(asked, shape.fields)];
  const given = Object.entries(parsed.given).filter(([name]) => !isDeepStrictEqual(input[name], form[name]));
  return { ...parsed, given: Object.fromEntries(given) };
}

const removeRecord: Act = async (service, asked, shape) => {
  const params = removeParamsOf(shape, asked.call.facade);
  const parsed = parse(params, changeInput(asked, {}), asked.call, true);
  refuseFaults(parsed.faults);
  await allow(service, asked, shape.model.policy.change);
  return change(service, asked, async (desk) => {
    const given = await lookUp(params, parsed, desk);
    const stored = await findChangeable(desk, shape, asked, 'remove');
    shape.authorizeRemove?.(given);
    const { after } = await writesOf(shape.model).remove(desk, shape.model, stored, given);
    const left = after ? await find(desk, shape, { id: stored.id }, 'read') : stored;
    return answerRow(shape, left, asked, 'removed');
  });
};

/** Pure faults come before rights; a caller with the right learns of unknown references in the same answer. */
async function readChange(service: Service, asked: Asked, shape: Shape, complete: boolean) {
  const { fields, model } = shape;
  const parsed = parse(fields, changeInput(asked, fields), asked.call, complete);
  if (Object.keys(parsed.faults).length) {
    if (may(asked.call.actor, model.policy.change)) await lookUp(fields, parsed, asked.desk);
    refuseFaults(parsed.faults);
  }
  await allow(service, asked, model.policy.change);
  return parsed;
}

function allowReading({ call: { actor } }: Asked, { model: { policy } }: Shape): void {
  if (policy.read && !may(actor, policy.read)) throw refusal(actor);
}

async function findChangeable(desk: WritingDesk, shape: Shape, asked: Asked, to: 'update' | 'remove'): Promise<Row> {
  const place = address(asked);
  const id = 'id' in place ? place.id : (await find(desk, shape, place, to)).id;
  // Another change of the same record may be under way: what it leaves is what this one changes.
  await claimRecord(desk.store, shape.model, id);
  const stored = await find(desk, shape, { id }, to);
  await refuseUnchangeable(desk, shape.model, stored);
  refuseStale(asked.headers['if-match'], versionOf(stored));
  return stored;
}

/** A record that the caller may not even read is refused as when it is read, where unknown records are missing. */
async function refuseUnchangeable(desk: Desk, model: Model, stored: Row): Promise<void> {
  const { call } = desk;
  if (holds(model.policy.changeable(call.actor), stored)) return;
  const readable = !call.facade.unknownIsMissing || (await isVisible(desk, model, stored));
  throw readable ? new Problem('forbidden') : unreadable(model, stored, call);
}

function address({ address: asked }: Asked): Address {
  if (!asked) throw new Problem('no-route');
  return asked;
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
  asked: Asked,
  action: Action,
  { shape, answer, own, takes }: Endpoint,
): Promise<Answer> {
  if (action === 'doc') return plain(document(asked));
  if (action === 'root') return plain(root(asked));
  if (own) return actOwn(service, asked, own, takes);
  if (answer) return counted(answer(asked.call, staticRequest(asked)));
  if (!shape || action === 'own') throw new Problem('no-route');
  return records[action](service, asked, shape);
}

const plain = (body: unknown): Answer => ({ http: 200, headers: {}, body });

/** A list from code has one page. */
const counted = (body: unknown): Answer =>
  Array.isArray(body)
    ? { http: 200, headers: { 'X-WP-Total': `${body.length}`, 'X-WP-TotalPages': body.length ? '1' : '0' }, body }
    : plain(body);

function document({ query, call }: Asked) {
  refuseFaults(parse({}, query, call, true).faults);
  return call.facade.document?.(call);
}

function staticRequest({ query, address, call }: Asked) {
  refuseFaults(parse({}, query, call, true).faults);
  if (!address) return { query };
  return { query, part: 'slug' in address ? address.slug : String(address.id) };
}

function root({ query, call }: Asked) {
  const { given, faults } = parse(rootParams(call), query, call, true);
  refuseFaults(faults);
  if (given.namespace !== undefined && given.namespace !== call.facade.namespace)
    throw new Problem('invalid-namespace');
  return describeRoot(call);
}
