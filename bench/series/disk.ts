// Disk space of a date of a series against that of a single event, with indexes, search texts and links. The space of a
// series includes its master.
import type { Bench } from '../scenarios/scenario.js';
import type { EngineName, Fixture } from '../store/fixtures.js';

const bytesOfEvents = {
  embedded: `select sum(pgsize) from dbstat join sqlite_master using (name) where tbl_name like 'event%'`,
  postgres: `select sum(pg_total_relation_size(oid)) from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname like 'event%'`,
};

async function bytesPerEvent({ engine: name, events, open }: Fixture): Promise<number> {
  const engine = open();
  try {
    const [row] = await engine.readConnection.all({ sql: bytesOfEvents[name], values: [] });
    return Number(row?.[0]) / events;
  } finally {
    await engine.close();
  }
}

export async function compareDisk(bench: Bench, name: EngineName, events: number): Promise<void> {
  const fixture = await bench.fixture(name, events, 'series');
  const [ours, baseline] = [
    await bytesPerEvent(fixture),
    await bytesPerEvent(await bench.fixture(name, events, 'copies')),
  ];
  const ratio = { ours, baseline, median: ours / baseline, min: ours / baseline, max: ours / baseline };
  bench.row({ label: 'disk space', fixture, unit: 'bytes per date', ratio, goal: { max: 0.35 } });
}
