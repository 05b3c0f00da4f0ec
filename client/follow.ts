// Follows the changes of a calendar by long polling, from a token on or from nothing.
import { AlmanacError } from './error.js';
import type { ChangeList, ChangesQuery } from './operations.js';
import type { Send } from './transport.js';

export interface FollowOptions extends ChangesQuery {
  /** Token of the last page that was processed. Without it, all records are returned first. `now`: only new changes. */
  readonly since?: string | undefined;
  readonly signal?: AbortSignal;
}

export interface ChangePage {
  /** Empty the copy first: this page and the following ones have all records. */
  readonly reset: boolean;
  /** Empty if nothing changed for a minute. */
  readonly changes: ChangeList['changes'];
  /** Store it with the changes, for `since`. */
  readonly token: string;
}

const waitSeconds = 60;
const timeoutMs = (waitSeconds + 30) * 1_000;

/** An expired token starts again from nothing. Lost connections are tried again until the signal aborts. */
export async function* followChanges(
  send: Send,
  { since, signal, ...query }: FollowOptions,
): AsyncGenerator<ChangePage, never> {
  let token = since;
  let reset = token === undefined;
  for (;;) {
    const asked = { ...query, since: token, ...(token !== undefined && { wait: waitSeconds }) };
    const request = { method: 'GET', path: '/changes', query: asked, signal, timeoutMs, retries: Infinity };
    const page = await send(request).catch((error: unknown) => {
      if (token !== undefined && error instanceof AlmanacError && error.status === 410) return undefined;
      throw error;
    });
    if (!page) {
      token = undefined;
      reset = true;
      continue;
    }
    const { changes, next } = page.body as ChangeList;
    token = next;
    yield { reset, changes, token };
    reset = false;
  }
}
