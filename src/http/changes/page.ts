// One page of changes for a caller: parameters, sync token, records and their bodies.
import { may } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import type { Context } from '../../core/context.js';
import { yieldIfBusy } from '../../core/event-loop.js';
import type { Endpoint } from '../../core/facade.js';
import type { Given } from '../../core/field.js';
import { localized } from '../../core/language.js';
import { present } from '../../core/present.js';
import { invalidParam, Problem } from '../../core/problem.js';
import type { Shape, View } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { isoInstant } from '../../core/time/clock.js';
import { lookUp } from '../../facades/parse.js';
import { type ChangedRecord, changesAfter, type FollowedList } from '../../operations/changes.js';
import { versionOf } from '../../operations/version.js';
import type { ApiRequest } from '../request.js';
import type { Service } from '../service.js';
import { scopeOf } from './tokens.js';

/** What a caller follows. */
export interface Following {
  readonly given: Given;
  readonly shapes: readonly Shape[];
  readonly resources: readonly string[];
  readonly limit: number;
  readonly waitSeconds: number;
  readonly hasBodies: boolean;
  /** The token of the request; `now` for a new one. */
  readonly since: string | undefined;
  readonly scope: string;
}

type FollowGiven = Given & {
  readonly since?: string;
  readonly resources?: readonly string[];
  readonly limit?: number;
  readonly wait?: number;
  readonly include?: 'body' | 'id';
};

const defaultLimit = 100;

/** The filters among the given parameters, without those that have their default. `known` are the filters that were
 * parsed: another list may have one of the same name that means something else. */
export const filtersIn = (shape: Shape, given: Given, known = shape.list.filters): Given =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const filter = shape.list.filters[name];
      return filter && filter === known[name] && value !== filter.documentedDefault;
    }),
  );

export function readFollowing(
  { follows }: Endpoint,
  { call }: ApiRequest,
  given: FollowGiven,
  lastId?: string,
): Following {
  if (!follows) throw new Problem('no-route');
  const resources = [...new Set(given.resources ?? follows.map(({ path }) => path))];
  const [first] = follows;
  const filters = filtersIn(first, given);
  const [unused] = resources.includes(first.path) ? [] : Object.keys(filters);
  if (unused !== undefined) throw invalidParam(unused, `Filters need ${first.path} among the resources.`);
  return {
    given,
    shapes: follows.filter(({ path }) => resources.includes(path)),
    resources,
    limit: given.limit ?? defaultLimit,
    waitSeconds: given.wait ?? 0,
    hasBodies: given.include !== 'id',
    since: lastId ?? given.since,
    scope: scopeOf(call, resources, filters),
  };
}

/** Reads on the primary for every caller: a replica may lag behind the positions. */
export async function readPage(service: Service, request: ApiRequest, following: Following, since = following.since) {
  const { store, syncTokens } = service;
  const { scope, limit } = following;
  const context: Context = { ...request.context, store };
  if (since === 'now')
    return { changes: [], next: await syncTokens.make(await store.positions.current(), scope), more: false };
  const lists = await listsOf(context, following);
  const position = since === undefined ? undefined : await syncTokens.read(since, scope);
  const page = await changesAfter(context, store.positions, lists, position, limit);
  if (page === 'expired') throw new Problem('sync-token-expired');
  await yieldIfBusy();
  const changes = page.records.map((record) => changeOf(record, request.call, following));
  return { changes, next: await syncTokens.make(page.next, scope), more: page.hasMore };
}

/** References in filters are looked up for every page: a category may have got children. */
async function listsOf(context: Context, { given, shapes, limit }: Following): Promise<readonly FollowedList[]> {
  const lists: FollowedList[] = [];
  for (const shape of shapes) {
    const filters = Object.entries(given).filter(([name]) => name in shape.list.filters);
    const parsed = { given: Object.fromEntries(filters), faults: {} };
    const found = await lookUp(shape.list.filters, parsed, context);
    lists.push({ shape, query: { found, text: {}, page: 1, perPage: limit } });
  }
  return lists;
}

function changeOf({ shape, query, changed, row }: ChangedRecord, call: Call, { hasBodies }: Following): Given {
  const { model } = shape;
  const entry = { resource: model.name, id: changed.id, change: row ? 'updated' : 'removed' };
  const at = isoInstant(changed.at);
  // Only callers who still see the record learn when it was hidden from others.
  if (!row) return may(call.actor, 'edit-others') ? { ...entry, at } : entry;
  const version = versionOf(row, model);
  return {
    ...entry,
    at,
    version,
    ...(hasBodies && { [model.name]: changedBody(shape, row, { ...call, found: query.found }) }),
  };
}

/** The body of a list item, with ids in place of linked records: these have changes of their own. */
function changedBody({ body, model }: Shape, row: Row, call: Call & Pick<View, 'found'>): Given {
  const view: View = { ...call, occasion: 'item', opens: () => false };
  const shown = present(body, localized(row, model, call), view);
  const links = Object.keys(model.links).map((name) => [name, idsIn(shown[name])]);
  return { ...shown, ...Object.fromEntries(links) };
}

const idsIn = (linked: unknown): readonly unknown[] =>
  [linked ?? []].flat().map((one) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one));
