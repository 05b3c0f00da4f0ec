// Counts and pages that take their total from the cache of totals when it is there.
import type { Reader, Tables } from '../core/store.js';
import type { Totals } from '../core/totals.js';
import type { Connection, Engine } from './engine.js';
import { countedPage, countOver, pageOver, uncountedPage } from './reader.js';
import { isSelective } from './sql/selectivity.js';

export function countingWith(
  totals: Totals,
  connection: Connection,
  engine: Engine,
  registry: Tables,
  { list }: Pick<Reader, 'list'>,
): Pick<Reader, 'count' | 'page'> {
  const { changeLog } = engine;
  const count: Reader['count'] = async (plan) => {
    const known = totals.find(plan);
    if (known !== undefined) return known;
    const put = totals.begin(plan);
    const [counted = 0, snapshot = null] = await countOver(connection, engine, registry, plan, changeLog.snapshotSql);
    put(Number(counted), changeLog.readSnapshot(snapshot));
    return Number(counted);
  };
  const page: Reader['page'] = async (plan) => {
    const known = totals.find(plan);
    if (known !== undefined) return countedPage(plan, known, list);
    if (!isSelective(plan.where)) {
      if (plan.withoutTotal) return uncountedPage(connection, engine, registry, plan, list);
      return countedPage(plan, await count(plan), list);
    }
    const put = totals.begin(plan);
    const found = await pageOver(connection, engine, registry, plan, changeLog.snapshotSql);
    put(found.total, changeLog.readSnapshot(found.beside));
    return found;
  };
  return { count, page };
}
