// Items of lists depend on no parameter that their shape does not name, so that all lists can share them; and a list whose
// parts may not belong together is not joined.
import { describe, expect, test } from 'vitest';
import { openResponseCache } from '../cache/responses.js';
import { openCacheStats } from '../cache/stats.js';
import { anonymous } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import { type Facade, shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { itemView, present } from '../core/present.js';
import type { Shape } from '../core/shape.js';
import { standard } from '../core/site.js';
import type { Change, Reader, Row } from '../core/store.js';
import { facadesOf } from '../endpoints/facades.js';
import { sampleRow } from '../facades/openapi/sample.js';
import { registry } from '../models/registry.js';
import { joinedList } from './fragments.js';
import type { ApiRequest } from './request.js';
import type { Service } from './service.js';

const facades = facadesOf({ apiNamespace: 'cal', dropin: true, maxPerPage: 100, recurrence: true });

const callOn = (facade: Facade): Call => ({
  actor: anonymous,
  facade,
  site: { ...standard, perPage: 10, baseUrl: 'https://calendar.example' } as Call['site'],
  now: '2027-06-15 15:30:00',
});

const listings = facades.flatMap((facade) => {
  const shapes = facade.endpoints.flatMap(({ shape, actions }) => (shape && actions.GET === 'list' ? [shape] : []));
  return [...new Set(shapes)].map((shape) => [`${facade.name} ${shape.path}`, facade, shape] as const);
});

/** The names of the parameters that presenting these rows reads. */
async function paramsRead(shape: Shape, call: Call, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const read = new Set<string>();
  const found: Given = new Proxy(
    {},
    {
      get: (_, name) => {
        read.add(String(name));
      },
    },
  );
  const context = { call, registry, store: {} } as unknown as Context;
  await shape.list.hydrate?.(context, rows, { found, text: {}, page: 1, perPage: 10 });
  const view = itemView(shape, found, call);
  for (const row of rows) {
    present(shape.body, row, view);
    shape.list.validUntil?.(row, call);
  }
  return read;
}

describe('an item depends on the named parameters only', () => {
  test.each(listings)('%s', async (_, facade, shape) => {
    const call = callOn(facade);
    const row = sampleRow(shape, call);
    const rows = [row, { ...row, password: 'secret' }, { ...row, series: 7, own: [], original_start: row.start_date }];
    const named = ['context', ...(shape.list.itemParams ?? [])];
    expect([...(await paramsRead(shape, call, rows))].filter((name) => !named.includes(name))).toEqual([]);
  });

  test('of which events have some', () => {
    const read = listings.filter(([, , shape]) => shape.list.itemParams?.length).map(([name]) => name);
    expect(read).toContain('native events');
  });
});

/** A row without the columns that plans of items leave out: reading one throws. */
function itemRow(row: Row, shape: Shape): Row {
  const { columns, links } = shape.model;
  const isUnlisted = (name: string) => columns[name]?.unlisted === true || name.startsWith('content_');
  const guard = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(columns)
        .filter((name) => isUnlisted(name) && name !== 'content_id')
        .map((name) => [name, { get: () => expect.fail(`reads ${name}`) }]),
    ),
  );
  const shown = Object.entries(row).filter(([name]) => !isUnlisted(name) || name in links);
  return Object.setPrototypeOf(Object.fromEntries(shown), guard);
}

describe('an item reads listed columns only', () => {
  test.each(listings)('%s', (_, facade, shape) => {
    const call = callOn(facade);
    const row = itemRow(sampleRow(shape, call), shape);
    const linked = Object.entries(shape.model.links).map(([field, { target }]) => {
      const other = shapeOf(facade, target);
      return [field, [itemRow(sampleRow(other, call), other)]];
    });
    for (const [field, rows] of linked) Object.assign(row, { [field as string]: rows });
    const view = itemView(shape, {}, call);
    for (const variant of [{}, { series: 7, original_start: row.start_date }, { status: 'private' }]) {
      const shown = Object.assign(Object.create(Object.getPrototypeOf(row)), row, variant);
      expect(Object.keys(present(shape.body, shown, view)).length).toBeGreaterThan(2);
      shape.list.validUntil?.(shown, call);
    }
  });
});

describe('a list', () => {
  const [native] = facades;
  const shape = native.shapes.find(({ path }) => path === 'venues') as Shape;
  const call = callOn(native);
  const row = sampleRow(shape, call);

  /** A request for a list of one record, and what happens while its ids are read and while the record is read. */
  async function joined({ whileIds, whileRows }: { whileIds?: () => Change[]; whileRows?: () => Change[] } = {}) {
    let publish: (changes: readonly Change[]) => void = () => undefined;
    const waiting: Change[] = [];
    const changing = { subscribe: (listener: typeof publish) => (publish = listener), onLaggingRead: () => undefined };
    const cache = openResponseCache(changing, registry, 1_000_000);
    const reader = {
      page: async () => {
        waiting.push(...(whileIds?.() ?? []));
        return { rows: [{ id: row.id }], total: 1 };
      },
      list: async () => {
        waiting.push(...(whileRows?.() ?? []));
        return [row];
      },
    } as unknown as Reader;
    const entry = cache.open(reader);
    const store = {
      pollChanges: async () => undefined,
      deliverChanges: () => {
        if (waiting.length) publish(waiting.splice(0));
        return 'exact';
      },
    };
    const service = { store, cacheStats: openCacheStats() } as unknown as Service;
    const context = { call, registry, store: entry.reader } as unknown as Context;
    const request = { call, context, query: {}, fragments: entry.fragments } as unknown as ApiRequest;
    return joinedList(service, request, shape, { found: {}, text: {}, page: 1, perPage: 10 });
  }

  const change: Change = { table: 'events', id: 9, before: {}, after: {} };

  test('is joined if nothing changes meanwhile', async () => {
    const list = await joined();
    expect(list?.items.map((item) => item.toJSON())).toMatchObject([{ id: row.id }]);
  });

  test.each([
    ['its ids', { whileIds: () => [change] }],
    ['its records', { whileRows: () => [change] }],
  ])('is not joined if anything changes while %s are read', async (_, meanwhile) => {
    expect(await joined(meanwhile)).toBeUndefined();
  });
});
