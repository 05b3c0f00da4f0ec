// Readiness: whether the database and the storage of images work.
import { Problem } from '../core/problem.js';
import type { Service } from './service.js';

export type NotReady = 'starting' | 'hung' | 'database unavailable' | 'disk full';

interface Parts {
  readonly store: Pick<Service['store'], 'ready'>;
  readonly pictures: Pick<Service['pictures'], 'ready'>;
}

/** Undefined if requests can be served. */
export async function whyNotReady(
  { store, pictures }: Parts,
  logError: (error: unknown) => void,
): Promise<NotReady | undefined> {
  try {
    await store.ready();
    await pictures.ready();
    return undefined;
  } catch (error) {
    logError(error);
    return error instanceof Problem && error.problem === 'disk-failure' ? 'disk full' : 'database unavailable';
  }
}

/** Headers and body of /readyz. */
export const readinessResponse = (reason: NotReady | undefined) =>
  reason === undefined
    ? { statusCode: 200, headers: { 'Cache-Control': 'no-store' }, body: { status: 'ready' } }
    : {
        statusCode: 503,
        headers: { 'Cache-Control': 'no-store', 'Retry-After': reason === 'disk full' ? '30' : '2' },
        body: { status: 'not ready', reason },
      };

/** A check that takes longer is taken as failed. Under overload it waits for a connection like any read. */
const maxCheckMs = 5_000;

/** Reports the readiness every second, from the event loop that serves requests: no report means that it hangs. Returns a
 * function that stops it. */
export function reportReadiness(
  service: Parts,
  report: (reason: NotReady | undefined) => void,
  logError: (error: unknown) => void,
  { intervalMs = 1_000, now = () => performance.now() } = {},
): () => void {
  let reason: NotReady | undefined = 'starting';
  let checkingSince: number | undefined;
  let isStopped = false;

  async function check(): Promise<void> {
    checkingSince = now();
    const wasReady = reason === undefined;
    reason = await whyNotReady(service, (error) => {
      if (wasReady) logError(error);
    });
    checkingSince = undefined;
    if (!isStopped) report(reason);
  }
  function tick(): void {
    if (checkingSince === undefined) check().catch(logError);
    else report(now() - checkingSince > maxCheckMs ? 'database unavailable' : reason);
  }
  const timer = setInterval(tick, intervalMs).unref();
  tick();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
