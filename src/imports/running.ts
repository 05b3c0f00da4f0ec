// The run of a stored import: one at a time, under a lease in its row. Every page checks the lease in its transaction, so that
// a run that was taken over writes nothing more.
import { is } from '../core/condition.js';
import { recordLock } from '../core/locks.js';
import { Invalid, Problem } from '../core/problem.js';
import type { Store, Writer } from '../core/store.js';
import { isHeld, type LeaseValue, leaseMs, renewEveryMs, self } from './lease.js';
import { ImportFault } from './ndjson/fault.js';
import { type ImportRow, imports, type RunLease } from './tables.js';

/** Another run of this import has not ended. */
export class ImportRunning extends Error {
  constructor() {
    super('This import is already running. Wait until it has ended.');
  }
}

const until = (): number => Date.now() + leaseMs;

export const newLease = (): LeaseValue & RunLease => ({ ...self, until: until(), run: crypto.randomUUID() });

const leaseOf = ({ lease }: Pick<ImportRow, 'lease'>): LeaseValue | undefined =>
  lease.until === undefined ? undefined : (lease as LeaseValue);

const works = (row: Pick<ImportRow, 'state'>): boolean => row.state === 'running' || row.state === 'undoing';

/** Runs of this process that failed, as long as their lease: those that lost the database could not give it back. */
const failedRuns = new Set<string>();

export const isRunning = (row: ImportRow): boolean =>
  works(row) && isHeld(leaseOf(row)) && !failedRuns.has(row.lease.run ?? '');

/** Stopped without an end, such as by a restart. */
export const isInterrupted = (row: ImportRow): boolean => works(row) && !isRunning(row);

/** Takes the lease of a stored import. Throws `ImportRunning` while another run has it. */
export async function takeRun(writer: Writer, id: number, state: 'running' | 'undoing'): Promise<ImportRow> {
  await writer.lock(recordLock(imports, id));
  const row = await writer.read({ table: imports, where: is('id', id) });
  if (!row || isRunning(row)) throw new ImportRunning();
  const values = { state, lease: newLease(), finished_utc: state === 'running' ? '' : row.finished_utc };
  await writer.update(imports, id, values);
  return { ...row, ...values };
}

/** In the transaction of a page. */
export async function checkRun(writer: Writer, { id, lease }: ImportRow): Promise<void> {
  await writer.lock(recordLock(imports, id));
  const current = await writer.read({ table: imports, where: is('id', id) });
  if (current?.lease.run !== lease.run) throw new ImportRunning();
}

/** Renews the lease while the work runs. */
export async function holding<Result>(store: Store, row: ImportRow, work: () => Promise<Result>): Promise<Result> {
  const renew = () =>
    store.transact(async (writer) => {
      await checkRun(writer, row);
      await writer.update(imports, row.id, { lease: { ...row.lease, until: until() } });
    });
  const timer = setInterval(() => renew().catch(() => undefined), renewEveryMs).unref();
  try {
    return await work();
  } catch (error) {
    const { run = '' } = row.lease;
    failedRuns.add(run);
    setTimeout(() => failedRuns.delete(run), leaseMs).unref();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Saves the end of a run, and gives back its lease. */
export const endRun = (
  store: Store,
  row: ImportRow,
  values: Partial<Omit<ImportRow, 'id' | 'lease'>>,
): Promise<ImportRow> =>
  store.transact(async (writer) => {
    await checkRun(writer, row);
    const ended = { ...values, lease: {} };
    await writer.update(imports, row.id, ended);
    return { ...row, ...ended };
  });

export const stoppedText = 'It was stopped before its end. Start it again to continue.';

/** For people: nothing about the inside of the service, which the log has. */
export const failureText = (error: unknown): string =>
  error instanceof Problem || error instanceof Invalid || error instanceof ImportFault || error instanceof ImportRunning
    ? error.message
    : 'An unexpected error ended it. The log of the service has the details.';
