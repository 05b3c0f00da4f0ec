// Feeds read in the process: the rows of a list as feed entries, without any format.
import { contextOf } from '../../src/app.js';
import type { Actor } from '../../src/core/actor.js';
import type { CalendarEntry } from '../../src/core/calendar-entry.js';
import type { Context } from '../../src/core/context.js';
import { shapeOf } from '../../src/core/facade.js';
import { holds } from '../../src/core/judge.js';
import type { FeedShape, Shape, View } from '../../src/core/shape.js';
import type { Row } from '../../src/core/store.js';
import { listParams, lookUp, parse, queryOf, refuseFaults } from '../../src/facades/parse.js';
import { planList } from '../../src/operations/list.js';
import type { World } from './world.js';

export interface FeedRead {
  readonly rows: readonly Row[];
  readonly entries: readonly CalendarEntry[];
  readonly view: View;
  readonly feed: FeedShape;
}

export const feedContext = (world: World, actor: Actor, language?: string): Context => {
  const context = contextOf(world.config, world.store, actor, 'calendar.example');
  const call = { ...context.call, now: world.clock.now, ...(language !== undefined && { language }) };
  return { ...context, call };
};

/** All rows in chunks, as a stream reads them. */
export async function readFeed(context: Context, input: Readonly<Record<string, string>>): Promise<FeedRead> {
  const { call, store } = context;
  const shape = shapeOf(call.facade, 'event');
  const feed = shape.feed as FeedShape;
  const params = { ...listParams(shape), ...feed.params };
  const parsed = parse(params, input, call, true);
  refuseFaults(parsed.faults);
  const found = feed.query(await lookUp(shape.list.filters, parsed, context), call, 'entries');
  const query = { ...queryOf(input, found, shape as Shape, call), perPage: 10_000, page: 1 };
  const listed = await store.list(planList(shape, query, call, context));
  const rows: Row[] = [];
  for (let from = 0; from < listed.length; from += 7) {
    const chunk = listed.slice(from, from + 7);
    rows.push(...((await feed.hydrate?.(context, chunk, found)) ?? chunk));
  }
  const changeable = shape.model.policy.changeable(call.actor);
  const opens = (row: Row) => found.context === 'edit' && holds(changeable, row);
  const view: View = { ...call, occasion: 'item', opens, found };
  return { rows, entries: rows.map((row) => feed.entry(row, view)), view, feed };
}
