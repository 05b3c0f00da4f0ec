// Leases on the files of images. Files are stored before the transaction of their record and removed after that of its
// removal, because no transaction waits for a bucket. The lease spans both: no process removes files that another one is about
// to use, or uses files that are being removed. That of a process that ended runs out.
import type { PrepareContext } from '../../core/context.js';
import { fileLeasesLock, pictureLock } from '../../core/locks.js';
import { Problem } from '../../core/problem.js';
import type { Reader, Transacting, Writer } from '../../core/store.js';

interface FileLease {
  readonly token: string;
  readonly hash: string;
  readonly removes: boolean;
  /** Unix time in milliseconds. */
  readonly until: number;
}

type Release = () => Promise<void>;

const metaName = 'file_leases';
const leaseMs = 10 * 60_000;
const retryMs = 200;

/** Of all processes: as many as there are images in preparation. */
async function leasesIn(writer: Writer): Promise<readonly FileLease[]> {
  await writer.lock(fileLeasesLock);
  const leases: readonly FileLease[] = JSON.parse((await writer.getMeta(metaName)) ?? '[]');
  return leases.filter(({ until }) => until > Date.now());
}

const save = (writer: Writer, leases: readonly FileLease[]) => writer.setMeta(metaName, JSON.stringify(leases));

async function take(writer: Writer, store: Transacting, hash: string, removes: boolean): Promise<Release | undefined> {
  const leases = await leasesIn(writer);
  if (leases.some((one) => one.hash === hash && (removes || one.removes))) return undefined;
  const token = crypto.randomUUID();
  await save(writer, [...leases, { token, hash, removes, until: Date.now() + leaseMs }]);
  return () =>
    store.transact(async (ending) => {
      const others = (await leasesIn(ending)).filter((one) => one.token !== token);
      await save(ending, others);
    });
}

/** Until the change has ended. Waits while the files are being removed. */
export async function leaseForUse({ store, signal, onSettled }: PrepareContext, hash: string): Promise<void> {
  for (;;) {
    const release = await store.transact((writer) => take(writer, store, hash, false));
    if (release) return onSettled(release);
    if (signal.aborted) throw new Problem('overloaded', { headers: { 'Retry-After': '5' } });
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Undefined if a record uses the files, or a process is about to. */
export const leaseForRemoval = (
  store: Transacting,
  hash: string,
  isUsed: (reader: Reader) => Promise<boolean>,
): Promise<Release | undefined> =>
  store.transact(async (writer) => {
    // Waits for transactions that are about to use files that were stored before.
    await writer.lock(pictureLock(hash));
    return (await isUsed(writer)) ? undefined : take(writer, store, hash, true);
  });
