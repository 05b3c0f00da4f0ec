// Lists and reads events through the service's own steps in this process, without HTTP: parse, plan, run, present.
import { contextOf, now as currentTime } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { type Actor, anonymous } from '../../src/core/actor.js';
import type { Context } from '../../src/core/context.js';
import type { Given } from '../../src/core/field.js';
import { holds } from '../../src/core/judge.js';
import { localized } from '../../src/core/language.js';
import { present as presented } from '../../src/core/present.js';
import type { View } from '../../src/core/shape.js';
import type { Row, Store } from '../../src/core/store.js';
import { eventShape as event } from '../../src/facades/events/event.js';
import { listParams, lookUp, parse, queryOf } from '../../src/facades/parse.js';
import { pageUrls } from '../../src/http/links.js';
import { list } from '../../src/operations/list.js';
import { authorizeRead, find, type RecordKey } from '../../src/operations/read.js';

export interface Listed {
  readonly total: number;
  readonly body: string;
}

const config = { ...readConfig({}), baseUrl: 'http://localhost:8080' };

export const contextFor = (store: Store, actor: Actor = anonymous): Context => ({
  ...contextOf(config, store, actor),
  call: { ...contextOf(config, store, actor).call, now: currentTime() },
});

async function queryFor(context: Context, input: Given) {
  const { call } = context;
  const found = await lookUp(event.list.filters, parse(listParams(event), input, call, true), context);
  return { found, query: queryOf(input, found, event, call) };
}

export async function listInProcess(context: Context, input: Given): Promise<Listed> {
  const { call } = context;
  const { found, query } = await queryFor(context, input);
  const { rows, total, pages } = await list(context, event, query);
  const changeable = event.model.policy.changeable(call.actor);
  const view: View = {
    ...call,
    occasion: 'item',
    found,
    opens: (row: Row) => found.context === 'edit' && holds(changeable, row),
  };
  const items = rows.map((row) => presented(event.body, localized(row, event.model, call), view));
  const urls = pageUrls(event, query, call, pages);
  return { total, body: JSON.stringify(event.list.body({ items, total, pages, ...urls })) };
}

export async function readInProcess(context: Context, address: RecordKey): Promise<string> {
  const { call } = context;
  const row = await find(context, event, address, 'read');
  await authorizeRead(context, event, row, {});
  const view: View = { ...call, occasion: 'read', found: {}, opens: () => true };
  return JSON.stringify(presented(event.body, localized(row, event.model, call), view));
}
