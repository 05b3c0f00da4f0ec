// What each action of the route table does: parse, check the right, run, present.
import { isDeepStrictEqual } from 'node:util';
import { windowOf } from '../cache/validity.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Given } from '../core/field.js';
import type { Query } from '../core/filter.js';
import { formOf, mayChange } from '../core/form.js';
import { holds } from '../core/judge.js';
import { localized } from '../core/language.js';
import { present } from '../core/present.js';
import { Problem } from '../core/problem.js';
import type { Resource, View } from '../core/resource.js';
import { claimRecord, type Desk, type Row, type WritingDesk } from '../core/store.js';
import { describeRoot, rootParams } from '../facades/describe.js';
import type { Action, Endpoint, RecordAction, Surface } from '../facades/endpoint.js';
import { listParams, lookUp, type Parsed, parse, queryOf, refuseFaults, removeParamsOf } from '../facades/parse.js';
import { list, planList } from '../operations/list.js';
import { operationsOf } from '../operations/perform.js';
import { type Address, find, isVisible, unreadable } from '../operations/read.js';
import { type Answer, refuseStale, versionOf } from './answer.js';
import { type Asked, changeInput } from './asked.js';
import { allow, change, prepared, refusal } from './change.js';
import { addressOf, linkHeader, pageUrls } from './links.js';
import { actOwn } from './people.js';
import type { Service } from './service.js';
import { takeTurn } from './turns.js';

type Act = (service: Service, asked: Asked, resource: Resource) => Promise<Answer>;

/** Whoever edits gets a record as a form, too, and sends that back. */
const isForm = ({ call }: Asked): boolean => call.form === true;

function bodyOf(resource: Resource, row: Row, asked: Asked, view: View): unknown {
  const body = present(resource.body, localized(row, resource, asked.call), view);
  const editable = isForm(asked) && view.occasion !== 'removed' && mayChange(resource, row, asked.call);
  return editable ? { ...body, _input: formOf(resource, row, asked.call) } : body;
}

function answerRow(
  resource: Resource,
  row: Row,
  asked: Asked,
  occasion: View['occasion'],
  { http = 200, found = {} }: { readonly http?: number; readonly found?: Given } = {},
): Answer {
  const view: View = { ...asked.call, occasion, opens: () => true, found };
  return { http, headers: {}, body: bodyOf(resource, row, asked, view), version: versionOf(row) };
}

const listRecords: Act = async (_, asked, resource) => {
  allowReading(asked, resource);
  const { desk, call, query: input } = asked;
  const parsed = parse(listParams(resource), input, call, true);
  const found = await lookUp(resource.filters, parsed, desk);
  const query = queryOf(resource, input, found, call);
  const { rows, total, pages } = await list(desk, resource, query);
  await takeTurn();
  const changeable = resource.policy.changeable(call.actor);
  const opens = (row: Row) => found.context === 'edit' && holds(changeable, row);
  const urls = pageUrls(resource, query, call, pages);
  const view: View = { ...call, occasion: 'item', opens, found };
  const items = rows.map((row) => bodyOf(resource, row, asked, view));
  const counts = { 'X-TEC-Total': String(total), 'X-TEC-TotalPages': String(pages) };
  return {
    http: 200,
    headers: { ...counts, 'X-WP-Total': String(total), 'X-WP-TotalPages': String(pages), ...linkHeader(urls) },
    body: resource.answerList({ items, total, pages, ...urls }),
    ...(asked.kept && { window: windowOf(call, (at) => sketch(resource, query, at, desk)) }),
  };
};

/** What a list asks the store for and what it tells of itself. */
const sketch = (resource: Resource, query: Query, call: Call, desk: Desk) => [
  planList(resource, query, call, desk).where,
  resource.address(query, call),
];

const readRecord: Act = async (_, asked, resource) => {
  allowReading(asked, resource);
  const { given, faults } = parse(resource.readParams, asked.query, asked.call, true);
  refuseFaults(faults);
  const row = await find(asked.desk, resource, address(asked), 'read');
  await operationsOf(resource).admit(asked.desk, resource, row, given);
  return answerRow(resource, row, asked, 'read', { found: given });
};

const createRecord: Act = async (service, asked, resource) => {
  const parsed = await readChange(service, asked, resource, true);
  const told = madeFor(resource, parsed.given, asked.desk);
  const whole = { ...parsed, given: { ...parsed.given, ...told } };
  return prepared(service, asked, resource.fields, whole, async (desk, given) => {
    const id = await operationsOf(resource).create(desk, resource, await lookUp(resource.fields, given, desk));
    const row = await find(desk, resource, { id }, 'read');
    const answer = answerRow(resource, row, asked, 'changed', { http: 201 });
    return { ...answer, headers: { Location: addressOf(asked.call, `${resource.path}/${id}`) }, ...(told && { told }) };
  });
};

/** What is made for a new record that was not given it. */
function madeFor({ fields }: Resource, given: Given, desk: Desk): Given | undefined {
  const made = Object.entries(fields).flatMap(([name, field]) =>
    field.made && given[name] === undefined ? [[name, field.made(desk)]] : [],
  );
  return made.length ? Object.fromEntries(made) : undefined;
}

const updateRecord: Act = async (service, asked, resource) => {
  const parsed = await readChange(service, asked, resource, false);
  return prepared(service, asked, resource.fields, parsed, async (desk, given) => {
    // Of a form that comes back only what was touched is looked at, so that the record is needed before the references.
    const edited = isForm(asked) ? await findChangeable(desk, resource, asked, 'update') : undefined;
    const looked = await lookUp(resource.fields, edited ? touched(given, resource, edited, asked) : given, desk);
    const stored = edited ?? (await findChangeable(desk, resource, asked, 'update'));
    await operationsOf(resource).update(desk, resource, stored, looked);
    return answerRow(resource, await find(desk, resource, { id: stored.id }, 'read'), asked, 'changed');
  });
};

/** Without what stands in the form as the record has it: a price as text, or a reference that cannot be made anew. */
function touched(parsed: Parsed, resource: Resource, stored: Row, asked: Asked): Parsed {
  const [form, input] = [formOf(resource, stored, asked.call), changeInput(asked, resource.fields)];
  const given = Object.entries(parsed.given).filter(([name]) => !isDeepStrictEqual(input[name], form[name]));
  return { ...parsed, given: Object.fromEntries(given) };
}

const removeRecord: Act = async (service, asked, resource) => {
  const params = removeParamsOf(resource, asked.call.profile);
  const parsed = parse(params, changeInput(asked, {}), asked.call, true);
  refuseFaults(parsed.faults);
  await allow(service, asked, resource.policy.change);
  return change(service, asked, async (desk) => {
    const given = await lookUp(params, parsed, desk);
    const stored = await findChangeable(desk, resource, asked, 'remove');
    await operationsOf(resource).remove(desk, resource, stored, given);
    const trashed = resource.removal === 'trash' && stored.status !== 'trash';
    const left = trashed ? await find(desk, resource, { id: stored.id }, 'read') : stored;
    return answerRow(resource, left, asked, 'removed');
  });
};

/** Pure faults come before rights; a caller with the right learns of unknown references in the same answer. */
async function readChange(service: Service, asked: Asked, resource: Resource, complete: boolean) {
  const parsed = parse(resource.fields, changeInput(asked, resource.fields), asked.call, complete);
  if (Object.keys(parsed.faults).length) {
    if (may(asked.call.actor, resource.policy.change)) await lookUp(resource.fields, parsed, asked.desk);
    refuseFaults(parsed.faults);
  }
  await allow(service, asked, resource.policy.change);
  return parsed;
}

function allowReading({ call: { actor } }: Asked, { policy }: Resource): void {
  if (policy.read && !may(actor, policy.read)) throw refusal(actor);
}

async function findChangeable(
  desk: WritingDesk,
  resource: Resource,
  asked: Asked,
  to: 'update' | 'remove',
): Promise<Row> {
  const place = address(asked);
  const id = 'id' in place ? place.id : (await find(desk, resource, place, to)).id;
  // Another change of the same record may be under way: what it leaves is what this one changes.
  await claimRecord(desk.store, resource, id);
  const stored = await find(desk, resource, { id }, to);
  await refuseUnchangeable(desk, resource, stored);
  refuseStale(asked.headers['if-match'], versionOf(stored));
  return stored;
}

/** A record that the caller may not even read is refused as when it is read, where unknown records are missing. */
async function refuseUnchangeable(desk: Desk, resource: Resource, stored: Row): Promise<void> {
  const { call } = desk;
  if (holds(resource.policy.changeable(call.actor), stored)) return;
  const readable = !call.profile.unknownIsMissing || (await isVisible(desk, resource, stored));
  throw readable ? new Problem('forbidden') : unreadable(resource, stored, call);
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
  { resource, tell, own, takes }: Endpoint,
  surface: Surface,
): Promise<Answer> {
  if (action === 'doc') return plain(document(service, asked));
  if (action === 'root') return plain(root(surface, asked));
  if (own) return actOwn(service, asked, own, takes);
  if (tell) return counted(tell(asked.call, noticeAsked(asked)));
  if (!resource || action === 'own') throw new Problem('no-route');
  return records[action](service, asked, resource);
}

const plain = (body: unknown): Answer => ({ http: 200, headers: {}, body });

/** A list that is told has one page. */
const counted = (body: unknown): Answer =>
  Array.isArray(body)
    ? { http: 200, headers: { 'X-WP-Total': `${body.length}`, 'X-WP-TotalPages': body.length ? '1' : '0' }, body }
    : plain(body);

function document(service: Service, { query, call }: Asked) {
  refuseFaults(parse({}, query, call, true).faults);
  return service.openapi(call);
}

function noticeAsked({ query, address, call }: Asked) {
  refuseFaults(parse({}, query, call, true).faults);
  if (!address) return { query };
  return { query, part: 'slug' in address ? address.slug : String(address.id) };
}

function root({ endpoints }: Surface, { query, call }: Asked) {
  const { given, faults } = parse(rootParams(call), query as Given, call, true);
  refuseFaults(faults);
  if (given.namespace !== undefined && given.namespace !== call.profile.namespace)
    throw new Problem('invalid-namespace');
  return describeRoot(endpoints, call);
}
