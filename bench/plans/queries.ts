// The statements behind lists and reads of events, compiled as the service compiles them: the lists without filters,
// every filter alone, and the usual pairs.
import { readConfig } from '../../src/config.js';
import { anonymous } from '../../src/core/actor.js';
import { type Condition, hasSlug, is } from '../../src/core/condition.js';
import { embedsOf } from '../../src/core/embeds.js';
import type { Facade } from '../../src/core/facade.js';
import { eventShape } from '../../src/facades/events/event.js';
import { facadeNamed, facadesOf } from '../../src/facades/facades.js';
import { listParams, lookUp, parse, queryOf } from '../../src/facades/parse.js';
import { event } from '../../src/models/event/event.js';
import { registry } from '../../src/models/registry.js';
import { planList } from '../../src/operations/list.js';
import type { Engine, Statement } from '../../src/storage/engine.js';
import { compiler } from '../../src/storage/sql/compile.js';
import { isSelective } from '../../src/storage/sql/selectivity.js';
import { openStore } from '../../src/storage/store.js';
import { actorOf, type Filter, filters, findFilterValues, pairOf, pairs, wide } from '../filters.js';
import { contextFor } from '../measure/in-process.js';

export interface Named {
  readonly name: string;
  readonly statement: Statement;
}

const facades = facadesOf(readConfig({}));
const [native] = facades;

interface ListQuery extends Filter {
  readonly facade?: Facade;
}

const listQueries: readonly ListQuery[] = [
  ...wide.map((filter) => ({ ...filter, name: `wide: ${filter.name}` })),
  { name: 'wide: no filter, drop-in', input: () => ({}), facade: facadeNamed(facades, 'dropin') },
  ...filters,
  ...pairs.map(pairOf),
];

export async function statementsOf(engine: Engine, now: string): Promise<readonly Named[]> {
  const store = openStore(engine, registry);
  const known = await findFilterValues(engine, now);
  const sql = () => compiler(engine.dialect, registry);
  const listed = async (query: ListQuery): Promise<readonly Named[]> => {
    const { name, facade = native } = query;
    const plain = contextFor(store, actorOf(query));
    const context = { ...plain, call: { ...plain.call, facade } };
    const input = query.input(known);
    const found = await lookUp(
      eventShape.list.filters,
      parse(listParams(eventShape), input, context.call, true),
      context,
    );
    const plan = planList(eventShape, queryOf(input, found, eventShape, context.call), context.call, context);
    if (isSelective(plan.where)) return [{ name, statement: sql().page(plan) }];
    return [
      { name, statement: sql().list(plan) },
      { name: `${name}: count`, statement: sql().count(plan) },
    ];
  };
  const read = (name: string, where: Condition): Named => {
    const embeds = embedsOf(event, anonymous, { registry });
    return { name, statement: sql().list({ table: event, where, order: [], limit: 1, embeds }) };
  };
  const lists: Named[] = [];
  for (const query of listQueries) lists.push(...(await listed(query)));
  return [...lists, read('read by id', is('id', known.ids[0])), read('read by slug', hasSlug([known.slugs[0] ?? '']))];
}
