// Lists over rows that read their content from another row are found by index, with and without statistics of the planner.
import { beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import {
  after,
  all,
  before,
  type Condition,
  either,
  firstOf,
  is,
  linked,
  matching,
  mentioning,
  not,
  oneOf,
} from '../src/core/condition.js';
import type { ListPlan } from '../src/core/store.js';
import { event } from '../src/models/event/event.js';
import { registry } from '../src/models/registry.js';
import type { Statement } from '../src/storage/engine.js';
import { postgresDialect } from '../src/storage/engines/postgres/dialect.js';
import { type Compiler, compiler } from '../src/storage/sql/compile.js';
import { forEachEngine } from './harness/engines.js';
import { repeatOn } from './harness/occurrences.js';
import { useWorld } from './harness/world.js';

const bilingual = { settings: { ALMANAC_LANGUAGES: 'en,fr' } };
const dayOf = (at: number) => new Date(Date.UTC(2027, 6, 1 + at)).toISOString().slice(0, 10);
const order = [{ column: 'start_date' }, { column: 'id' }];
const listed = all(is('status', 'publish'), is('listing', 0), after('start_date', '2027-07-02'));
const planOf = (where: Condition, language?: string): ListPlan => ({
  table: event,
  where: all(listed, where),
  order,
  limit: 10,
  ...(language && { language }),
});
/** Of events that have not ended. */
function newestFirst(column: string): ListPlan {
  const started = all(is('duration_class', 1), before('start_date', '2020-01-01'));
  return {
    ...{ table: event, limit: 10 },
    where: all(is('status', 'publish'), either(after('start_date', '2020-01-01'), started)),
    order: [column, 'id'].map((by) => ({ column: by, descending: true })),
  };
}
const throughVenues = [{ link: 'event_venues', texts: ['name'], other: is('status', 'publish') }];
const selective: readonly (readonly [string, ListPlan])[] = [
  ['a link', planOf(linked('event_venues', oneOf('id', [1])))],
  ['a word', planOf(matching(['loom']))],
  ['a word in French', planOf(matching(['tissage']), 'fr')],
  ['a word in linked texts', planOf(mentioning(['barn'], throughVenues))],
  ['a content row', planOf(is('content_id', 7))],
];
const scans = /SCAN a\d+ USING (COVERING )?INDEX events_|Seq Scan on events a/;

test('a list by a link, a parent or a word is planned by its values, one by ids is not', () => {
  const range = all(after('start_date', '2027-07-02'), before('start_date', '2027-08-02'));
  const isPlannedByValues = (where: Condition) =>
    compiler(postgresDialect, registry).page(planOf(all(range, where))).isPlannedByValues;
  for (const where of [linked('event_venues', oneOf('id', [1])), is('parent', 7), matching(['loom'])])
    expect(isPlannedByValues(where)).toBe(true);
  expect(isPlannedByValues(oneOf('id', [1, 2]))).toBe(false);
});

test('the first row of each group is tested by itself, and groups are counted without it', () => {
  const rows = all(listed, linked('event_venues', oneOf('id', [1])));
  const grouped = all(rows, firstOf('series', 'start_date', rows));
  const { sql } = compiler(postgresDialect, registry).page({ ...planOf(is('listing', 0)), where: grouped });
  expect(sql.match(/\.content_id in \(select/g)).toHaveLength(1);
  const countOf = (where: Condition) => compiler(postgresDialect, registry).count({ table: event, where }).sql;
  expect(countOf(grouped)).toContain('count(distinct');
  expect(countOf(grouped)).not.toContain('limit 1');
  // Not among exactly these rows.
  expect(countOf(all(grouped, is('featured', true)))).not.toContain('count(distinct');
});

forEachEngine((engine) => {
  const world = useWorld(engine, bilingual);

  beforeAll(async () => {
    const venue = await world.venue({ venue: 'Barn' });
    const { id } = await world.event({ title: 'Loom', venue: venue.id });
    await repeatOn(world.store, id, [dayOf(0), dayOf(1)]);
    const other = await world.event({ title: 'Choir' });
    await repeatOn(
      world.store,
      other.id,
      Array.from({ length: 100 }, (_, day) => dayOf(day)),
    );
    await copyEvent(other.id + 1, 20_000);
  });

  /** Adds copies with their own content, so that lists are long enough for the planner to avoid them. */
  async function copyEvent(id: number, copies: number): Promise<void> {
    const given = ['id', 'content_id', 'slug', 'series', 'original_start', 'listing', 'title_key', 'modified_utc'];
    const others = Object.keys(event.columns).filter((name) => !given.includes(name));
    const opened = openEngine(world.config);
    await opened.transact((connection) =>
      connection.run({
        sql:
          `insert into events (${[...given, ...others].join(', ')})` +
          ` with recursive n (i) as (select 100000 union all select i + 1 from n where i < ${100_000 + copies})` +
          ` select i, i, null, 0, '', 0, 'title ' || i, 'moment ' || i, ${others.join(', ')} from n, events where id = ${id}`,
        values: [],
      }),
    );
    await opened.close();
  }

  async function stepsOf(compile: (sql: Compiler) => Statement): Promise<string> {
    const opened = openEngine(world.config);
    try {
      const { sql, values } = compile(compiler(opened.dialect, registry));
      const explain = opened.name === 'postgres' ? 'explain' : 'explain query plan';
      const rows = await opened.readConnection.all({ sql: `${explain} ${sql}`, values });
      return rows.map((row) => String(row.at(-1))).join('\n');
    } finally {
      await opened.close();
    }
  }

  // PostgreSQL collects statistics by itself.
  describe.each(engine.name === 'postgres' ? [true] : [false, true])('with statistics: %s', (isAnalyzed) => {
    beforeAll(async () => {
      if (!isAnalyzed) return;
      const opened = openEngine(world.config);
      await opened.transact((connection) => connection.run({ sql: 'analyze', values: [] }));
      await opened.close();
    });

    test.each(selective)('%s finds rows by their content row', async (_, plan) => {
      for (const steps of [
        await stepsOf((sql) => sql.page(plan)),
        await stepsOf((sql) => sql.list({ ...plan, expected: 10 })),
        await stepsOf((sql) => sql.count(plan)),
      ]) {
        expect(steps).toContain('events_by_content');
        expect(steps).not.toMatch(scans);
      }
    });

    test('a first page walks the index of its order and looks up content rows by id', async () => {
      const steps = await stepsOf((sql) => sql.list({ ...planOf(all()), expected: 100_000 }));
      expect(steps).toContain('events_by_start');
      expect(steps).not.toContain('events_by_content');
      expect(steps).not.toMatch(scans);
    });

    test.each([
      ['title_key', 'event_contents_by_title'],
      ['modified_utc', 'event_contents_by_modified'],
    ])('a long list by %s walks the index of content rows', async (column, index) => {
      const long = all(is('status', 'publish'), is('listing', 0));
      const byColumn = ['id', column].map((by) => ({ column: by, descending: column === 'modified_utc' })).reverse();
      const plan = { ...planOf(all()), where: long, order: byColumn, expected: 100_000 };
      const steps = await stepsOf((sql) => sql.walk(plan) ?? sql.list(plan));
      expect(steps).toContain(index);
      expect(steps).toContain('events_by_content');
      expect(steps).not.toMatch(/Seq Scan on events a/);
      // A short one is found by its dates.
      const short = await stepsOf((sql) => sql.list({ ...plan, where: listed, expected: 10 }));
      expect(short).toContain('events_by_start');
      expect(short).not.toMatch(scans);
    });

    test.each([
      ['title_key', 'event_contents_by_title'],
      ['date_utc', 'events_by_date'],
      ['modified_utc', 'event_contents_by_modified'],
    ])('a long list of events that have not ended, by %s, walks one index', async (column, index) => {
      const plan = { ...newestFirst(column), expected: 100_000 };
      const steps = await stepsOf((sql) => sql.walk(plan) ?? sql.list(plan));
      expect(steps).toContain(index);
      expect(steps).not.toMatch(/events_by_start|events_by_lasting|UNION|Append/);
    });

    test.each([
      ['date_utc', 'events_by_date'],
      ['modified_utc', 'event_contents_by_modified'],
    ])('the newest by %s of a long list are walked only as far as they may fill its page', async (column, index) => {
      const plan = { ...newestFirst(column), expected: 100_000 };
      const sql = () => compiler(postgresDialect, registry);
      const bound = `${column} >= coalesce\\(\\(select .* limit 1 offset 20000\\), ''\\)`;
      expect(sql().walk(plan)?.sql).toMatch(new RegExp(bound));
      expect(sql().walk({ ...plan, expected: 10 })).toBeUndefined();
      const oldestFirst = { ...plan, order: [{ column }, { column: 'id' }] };
      expect(sql().walk(oldestFirst)).toBeUndefined();
      for (const each of [plan, oldestFirst]) expect(await stepsOf((sql) => sql.list(each))).not.toContain(index);
    });

    test.each(['title_key', 'date_utc', 'modified_utc'])(
      'pages of a long list by %s are those of the whole list',
      async (column) => {
        const plan = newestFirst(column);
        const ids = await world.store.ids({ ...plan, limit: 100_000 });
        const pageAt = async (offset: number, limit = 50) => {
          const { rows, total } = await world.store.page({ ...plan, offset, limit, withoutTotal: true });
          return { ids: rows.map(({ id }) => id), total };
        };
        const last = ids.length - 50;
        expect(await pageAt(0)).toEqual({ ids: ids.slice(0, 50), total: 51 });
        expect(await pageAt(last)).toEqual({ ids: ids.slice(last), total: ids.length });
        expect(await pageAt(ids.length)).toEqual({ ids: [], total: 0 });
      },
    );

    test('an event is found by its UID', async () => {
      const where = all(is('uid', 'loom@example.org'), not(is('status', 'trash')));
      const steps = await stepsOf((sql) => sql.list({ table: event, where, order: [{ column: 'id' }], limit: 1 }));
      expect(steps).toContain('events_by_uid');
    });

    test.each([
      ['parent', 'events_by_parent'],
      ['image_id', 'events_by_image'],
    ])('the few events with a %s are found by its index', async (column, index) => {
      const plan = { table: event, where: is(column, 7), order: [{ column: 'id' }], limit: 10 };
      expect(await stepsOf((sql) => sql.list(plan))).toContain(index);
    });

    test('the rows and the first row of a series are found by an index of series', async () => {
      const rows = await stepsOf((sql) => sql.page(planOf(is('series', 7))));
      expect(rows).toMatch(/events_of_series|events_by_series/);
      expect(rows).not.toMatch(scans);
      const first = await stepsOf((sql) => sql.list(planOf(firstOf('series', 'start_date', listed))));
      expect(first).toMatch(/events_of_series/);
      expect(first).not.toMatch(scans);
    });
  });
});
