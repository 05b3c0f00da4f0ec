// The Reader of a snapshot, for long lists. Rows of a snapshot never change: each linked row is read and decoded once, and
// shared by all rows that link to it.
import { LRUCache } from 'lru-cache';
import type { Cell } from '../core/column.js';
import { all, oneOf } from '../core/condition.js';
import { yieldToRequests } from '../core/event-loop.js';
import type { Embed, ListPlan, Reader, Row, RowIn, Table, Tables } from '../core/store.js';
import type { Connection, Engine, Statement } from './engine.js';
import { decodeRow, readerOver, targetOf } from './reader.js';
import { compiler } from './sql/compile.js';
import { selected } from './sql/content.js';
import { padded } from './sql/rows.js';

/** Of the shared rows of one link. */
const maxSharedCharacters = 2_000_000;

/** Rows that are decoded between two checks of the event loop. */
const batchRows = 8;

type Cells = readonly Cell[];

/** Linked rows that the caller may see, by id. */
type SharedRows = LRUCache<number, Row>;

const sizeOf = (cells: Cells): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), cells.length);

const noIds: readonly number[] = [];

/** Most lists have one id. */
function idsOf(cell: Cell | undefined): readonly number[] {
  if (!cell) return noIds;
  const text = String(cell);
  return text.includes(',') ? text.split(',').map(Number) : [Number(text)];
}

/** One link of a chunk: the ids by the position of the row, and the linked rows of all. */
interface Links {
  readonly ids: readonly (readonly number[])[];
  readonly rows: ReadonlyMap<number, Row>;
}

function rowsAt(links: Links | undefined, at: number): readonly Row[] {
  const found: Row[] = [];
  for (const id of links?.ids[at] ?? []) {
    const row = links?.rows.get(id);
    if (row) found.push(row);
  }
  return found;
}

const noLinks = (): readonly Row[] => [];

/** `allAsJson` shortens real numbers. */
const hasReals = ({ columns }: Table): boolean => Object.values(columns).some(({ type }) => type === 'real');

export function snapshotReaderOver(connection: Connection, engine: Engine, registry: Tables): Reader {
  const shared = new Map<string, SharedRows>();
  const allAsJson = (statement: Statement) => (connection.allAsJson ?? connection.all)(statement);

  function sharedRows(target: Table, { visible }: Embed): SharedRows {
    const key = JSON.stringify([target.name, visible]);
    const known = shared.get(key);
    if (known) return known;
    const rows: SharedRows = new LRUCache({ maxSize: maxSharedCharacters });
    shared.set(key, rows);
    return rows;
  }

  /** The rows of these ids that the caller may see. */
  async function linkedRows(target: Table, embed: Embed, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Row>> {
    const known = sharedRows(target, embed);
    const found = new Map<number, Row>();
    const missing: number[] = [];
    for (const id of ids) {
      const row = known.get(id);
      if (row) found.set(id, row);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const where = all(oneOf('id', padded(missing)), embed.visible);
    const plan = { table: target, where, order: [], limit: missing.length };
    for (const cells of await allAsJson(compiler(engine.dialect, registry).list(plan))) {
      const row = decodeRow({ table: target }, cells, noLinks);
      known.set(row.id, row, { size: sizeOf(cells) });
      found.set(row.id, row);
    }
    return found;
  }

  async function list(plan: ListPlan): Promise<readonly Row[]> {
    const { table, embeds = [] } = plan;
    const run = hasReals(table) ? connection.all : allAsJson;
    const found = await run(compiler(engine.dialect, registry).list(plan, true));
    const firstLink = 1 + selected(plan).length;
    const linked = new Map<Embed, Links>();
    for (const [at, embed] of embeds.entries()) {
      const ids = found.map((cells) => idsOf(cells[firstLink + at]));
      const distinct = new Set<number>();
      for (const some of ids) for (const id of some) distinct.add(id);
      linked.set(embed, { ids, rows: await linkedRows(targetOf(table, embed, registry), embed, distinct) });
    }
    const rows: Row[] = [];
    for (const [at, cells] of found.entries()) {
      if (at % batchRows === 0) await yieldToRequests();
      rows.push(decodeRow(plan, cells, (embed) => rowsAt(linked.get(embed), at)));
    }
    return rows;
  }

  return {
    ...readerOver(connection, engine, registry),
    list: async (plan) => (await list(plan)) as readonly RowIn<typeof plan.table.columns>[],
  };
}
