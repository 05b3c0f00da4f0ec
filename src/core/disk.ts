// Disk failures: reported as a temporary problem, and readiness fails until a probe succeeds.
import { codeOf } from './error.js';
import { Problem } from './problem.js';

/** Error codes of SQLite, PostgreSQL and the file system: no space, quota exceeded, I/O error. */
const diskCodes = /^(SQLITE_FULL|SQLITE_IOERR|53100|58030|ENOSPC|EDQUOT|EIO)/;

const isDiskError = (error: unknown): boolean =>
  diskCodes.test(codeOf(error)) || (error instanceof Problem && error.problem === 'disk-failure');

export const diskFailure = (): Problem => new Problem('disk-failure', { headers: { 'Retry-After': '30' } });

export interface DiskWatch {
  /** Runs a change; throws `disk-failure` and makes `ready` fail if the disk caused the error. */
  readonly change: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Throws `disk-failure` after such a failure, until a probe succeeds. */
  readonly ready: () => Promise<void>;
}

/** `probe` writes without effect, enough to need new disk space. */
export function watchDisk(probe: () => Promise<unknown>): DiskWatch {
  let failing = false;
  const change: DiskWatch['change'] = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!isDiskError(error)) throw error;
      failing = true;
      // For the log.
      throw Object.assign(diskFailure(), { cause: error });
    }
  };
  return {
    change,
    ready: async () => {
      if (!failing) return;
      await change(probe);
      failing = false;
    },
  };
}
