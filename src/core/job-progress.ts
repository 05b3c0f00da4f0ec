// Progress of long background work, for people who wait for it.
import { integerColumn, textColumn } from './column.js';
import { is } from './condition.js';
import { plainTable, type RowIn, type Writer } from './store.js';

const columns = {
  name: textColumn,
  done: integerColumn,
  total: integerColumn,
  started_utc: textColumn,
  /** Empty while it runs. */
  ended_utc: textColumn,
};
export type JobProgress = RowIn<typeof columns>;

/** Not tracked: no cached response depends on it. */
export const jobProgress = plainTable('job_progress', columns);

export async function writeProgress(
  writer: Writer,
  name: string,
  progress: Partial<Pick<JobProgress, 'done' | 'total' | 'started_utc' | 'ended_utc'>>,
): Promise<void> {
  const stored = await writer.read({ table: jobProgress, where: is('name', name) });
  if (stored) await writer.update(jobProgress, stored.id, progress);
  else await writer.insert(jobProgress, { name, done: 0, total: 0, started_utc: '', ended_utc: '', ...progress });
}
