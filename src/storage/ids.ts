// Ids of new rows: taken from the sequence of the table, or given by an import that keeps the ids of another system.
import { reservedIdsLock } from '../core/locks.js';
import type { Table, Tables, Writer } from '../core/store.js';
import type { Connection, Engine } from './engine.js';
import { compiler } from './sql/compile.js';

type Sequenced = Pick<Table, 'sequence'>;
type Meta = Pick<Writer, 'getMeta' | 'setMeta'>;

/** The Events Calendar numbers the dates of its series from here on. Such ids do not raise a sequence, which would waste all
 * ids below; a sequence that arrives here goes on above the largest of them. */
const highIdsFrom = 10_000_000;

const highestName = (sequence: string): string => `highest_reserved_${sequence}`;

export function idsOver(
  connection: Connection,
  engine: Engine,
  registry: Tables,
  meta: Meta,
  /** The transaction will be rolled back: ids are predicted instead of taken from the sequence. */
  isPreview: boolean,
): Pick<Writer, 'takeIds' | 'reserveIds'> & {
  readonly takeIds: (table: Sequenced, count: number) => Promise<readonly number[]>;
} {
  const predicted = new Map<string, number>();

  async function takeIds({ sequence }: Sequenced, count: number): Promise<readonly number[]> {
    if (count === 0) return [];
    const ids = await nextIds(sequence, count);
    if ((ids.at(-1) ?? 0) < highIdsFrom) return ids;
    const highest = Number((await meta.getMeta(highestName(sequence))) ?? 0);
    // Other processes may have taken ids between these, so each of them is checked.
    if (ids.every((id) => id < highIdsFrom || id > highest)) return ids;
    await skipTo(sequence, highest);
    return nextIds(sequence, count);
  }

  async function nextIds(sequence: string, count: number): Promise<readonly number[]> {
    const sql = compiler(engine.dialect, registry);
    const { nextIds: next, lastId } = engine.dialect;
    const predict = isPreview ? lastId : undefined;
    const query = predict ? predict(sql.bind, sequence) : next(sql.bind, sequence, count);
    const ids = (await connection.all(sql.statement(query))).map(([id]) => Number(id));
    if (!predict && ids.length === count) return ids;
    const ahead = predict ? (predicted.get(sequence) ?? 0) : -count;
    predicted.set(sequence, ahead + count);
    return Array.from({ length: count }, (_, at) => Number(ids[0]) + ahead + at + 1);
  }

  async function skipTo(sequence: string, last: number): Promise<void> {
    if (isPreview && engine.dialect.lastId) {
      const [next = 0] = await nextIds(sequence, 1);
      predicted.set(sequence, (predicted.get(sequence) ?? 0) - 1 + Math.max(0, last - next + 1));
      return;
    }
    const sql = compiler(engine.dialect, registry);
    await connection.all(sql.statement(engine.dialect.skipIds(sql.bind, sequence, last)));
  }

  async function reserveIds({ sequence }: Sequenced, ids: readonly number[]): Promise<void> {
    const low = ids.filter((id) => id < highIdsFrom);
    const high = ids.filter((id) => id >= highIdsFrom);
    if (low.length > 0)
      await skipTo(
        sequence,
        low.reduce((a, b) => Math.max(a, b)),
      );
    if (high.length > 0)
      await raiseHighest(
        sequence,
        high.reduce((a, b) => Math.max(a, b)),
      );
  }

  async function raiseHighest(sequence: string, id: number): Promise<void> {
    const isKnown = async () => Number((await meta.getMeta(highestName(sequence))) ?? 0) >= id;
    if (await isKnown()) return;
    await engine.lock(connection, reservedIdsLock(sequence));
    if (!(await isKnown())) await meta.setMeta(highestName(sequence), String(id));
  }

  return { takeIds, reserveIds };
}
