// Changes that fail for want of disk: told as a problem that passes, and remembered until a change succeeds again.
import { codeOf } from './error.js';
import { Problem } from './problem.js';

/** Codes of either engine and of the file system: no space, over quota, or the device failed. */
const diskCodes = /^(SQLITE_FULL|SQLITE_IOERR|53100|58030|ENOSPC|EDQUOT|EIO)/;

const isDiskError = (error: unknown): boolean =>
  diskCodes.test(codeOf(error)) || (error instanceof Problem && error.problem === 'disk-failure');

export const diskFailure = (): Problem => new Problem('disk-failure', { headers: { 'Retry-After': '30' } });

export interface DiskWatch {
  /** Runs a change; throws `disk-failure` where the disk is to blame, and remembers it. */
  readonly change: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Throws `disk-failure` after such a change, until a trial succeeds. */
  readonly ready: () => Promise<void>;
}

/** `trial` is a change without effect, large enough to need new space. */
export function watchDisk(probe: () => Promise<unknown>): DiskWatch {
  let failing = false;
  const change: DiskWatch['change'] = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!isDiskError(error)) throw error;
      failing = true;
      // The cause is for the log.
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
