// Whether a request that was refused has changed something that is stored.
import type { Case } from './case.js';
import type { Got } from './http.js';
import type { Site } from './site.js';

/** A background job may write at the same moment, but hardly each time. */
const maxTries = 3;

export interface Compared {
  readonly got: Got;
  readonly isChangedByRefusal: boolean;
}

/** Nothing else may be sent meanwhile. */
export async function sendCompared({ sent }: Case, { send, state }: Site): Promise<Compared> {
  const before = await state();
  const got = await send(sent);
  if (got.status < 400 || (await state()) === before) return { got, isChangedByRefusal: false };
  for (let tries = 1; tries < maxTries; tries++) {
    const previous = await state();
    await send(sent);
    if ((await state()) === previous) return { got, isChangedByRefusal: false };
  }
  return { got, isChangedByRefusal: true };
}
