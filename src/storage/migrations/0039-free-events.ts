// Whether an event is free of charge, for a filter. The rules are those of the program at the time of this migration.
import type { FillTools, Migration } from './migration.js';

const freeWords = new Set(
  'free free-entry free-admission gratis gratuit entree-libre entree-gratuite kostenlos kostenfrei frei eintritt-frei freier-eintritt gratuito entrada-libre entrada-gratuita'.split(
    ' ',
  ),
);

const isFreeValue = (value: string): boolean => freeWords.has(value) || Number(value) === 0;

function isFree(cost: unknown, tickets: unknown): boolean {
  const { text = '', values = [] } = (cost ? JSON.parse(String(cost)) : {}) as { text?: string; values?: string[] };
  const sold = (tickets ? JSON.parse(String(tickets)) : []) as { price?: number }[];
  return (
    (text === '' || (values.length > 0 && values.every(isFreeValue))) && sold.every(({ price = 0 }) => price === 0)
  );
}

const batch = 500;

/** Events with a cost or tickets, in batches by id. */
async function fill({ all, run, placeholder }: FillTools): Promise<void> {
  for (let last: unknown = 0; ; ) {
    const rows = await all({
      sql: `select id, cost, tickets from events where id > ${placeholder(1)} and (cost <> '' or tickets <> '') order by id limit ${batch}`,
      values: [Number(last)],
    });
    const ids = rows.filter(([, cost, tickets]) => isFree(cost, tickets)).map(([id]) => Number(id));
    if (ids.length > 0) await run({ sql: `update events set free = 1 where id in (${ids.join(', ')})`, values: [] });
    if (rows.length < batch) return;
    last = rows.at(-1)?.[0];
  }
}

export const migration: Migration = {
  statements: [
    'alter table events add column free integer not null default 0',
    // Dates of a series read it from their series.
    "update events set free = 1 where cost = '' and tickets = '' and content_id = id",
  ],
  fill,
};
