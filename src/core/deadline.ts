// A signal that aborts after a time, or with another signal. Not `AbortSignal.any`: in Node 20 its signal never aborts once garbage
// was collected and nothing else holds its timeout.

export interface Deadline {
  readonly signal: AbortSignal;
  /** From now on the signal does not abort. */
  readonly end: () => void;
}

export function startDeadline(ms: number, other?: AbortSignal): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(other?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('The time limit has passed.', 'TimeoutError')), ms);
  other?.addEventListener('abort', follow, { once: true });
  if (other?.aborted) follow();
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      other?.removeEventListener('abort', follow);
    },
  };
}
