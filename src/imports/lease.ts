// Leases: one import at a time of a source, and one run at a time of a stored import, also with several processes. The
// process renews its lease while it works; that of a process that ended without giving it back is taken over, at once if
// the process is known to be gone.
import { hostname } from 'node:os';
import { leaseLock } from '../core/locks.js';
import type { Store, Writer } from '../core/store.js';

/** A process on a machine. */
export interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Differs in every process, also if a number is used again. */
  readonly token: string;
}

export interface LeaseValue extends Owner {
  /** Unix time in milliseconds. */
  readonly until: number;
}

export interface Lease {
  /** Rejects if another process has taken it over. */
  readonly renew: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** The source is being imported by another process. */
export class SourceBusy extends Error {
  constructor(readonly owner: Owner) {
    super(`Another import of this source is running (process ${owner.pid} on ${owner.host}).`);
  }
}

export const leaseMs = 60_000;
export const renewEveryMs = 15_000;
const nameOf = (source: string): string => `lease ${source}`;

export const self: Owner = { host: hostname(), pid: process.pid, token: crypto.randomUUID() };

/** True if a process of this machine no longer exists. Numbers of processes mean something on their own machine only. */
export function isGone({ host, pid, token }: Owner): boolean {
  if (host !== self.host) return false;
  if (pid === self.pid) return token !== self.token;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** True if the process still works under the lease. */
export const isHeld = (lease: LeaseValue | undefined, clock: () => number = Date.now): boolean =>
  lease !== undefined && lease.until > clock() && !isGone(lease);

export async function takeLease(
  store: Store,
  source: string,
  owner: Owner,
  isOwnerGone: (other: Owner) => boolean,
  clock: () => number = Date.now,
): Promise<Lease> {
  const change = (work: (writer: Writer, current: LeaseValue | undefined) => Promise<void>): Promise<void> =>
    store.transact(async (writer) => {
      await writer.lock(leaseLock(source));
      await work(writer, readLease(await writer.getMeta(nameOf(source))));
    });
  const isOther = (current: LeaseValue | undefined): current is LeaseValue =>
    current !== undefined && current.token !== owner.token && current.until > clock() && !isOwnerGone(current);
  const take = () =>
    change(async (writer, current) => {
      if (isOther(current)) throw new SourceBusy(current);
      await writer.setMeta(nameOf(source), JSON.stringify({ ...owner, until: clock() + leaseMs }));
    });
  await take();
  return {
    renew: take,
    release: () =>
      change(async (writer, current) => {
        if (current?.token === owner.token) await writer.setMeta(nameOf(source), '');
      }),
  };
}

function readLease(text = ''): LeaseValue | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as LeaseValue);
  } catch {
    return undefined;
  }
}
