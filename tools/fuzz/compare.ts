// Whether a request that was refused, or a dry run, has changed something that is stored.
import type { Case } from './case.js';
import type { Got, Sent } from './http.js';
import type { Site } from './site.js';

/** A background job may write at the same moment, but hardly each time. */
const maxTries = 3;

export interface Compared {
  readonly got: Got;
  /** The request may change nothing. */
  readonly isHarmless: boolean;
  readonly hasChanged: boolean;
}

const isDryRun = ({ url }: Sent): boolean => /^\/cal\/.*[?&]dry_run=true(&|$)/.test(url);

/** Nothing else may be sent meanwhile. */
export async function sendCompared({ sent }: Case, { send, state }: Site): Promise<Compared> {
  const before = await state();
  const got = await send(sent);
  const isHarmless = got.status >= 400 || isDryRun(sent);
  if (!isHarmless || (await state()) === before) return { got, isHarmless, hasChanged: false };
  for (let tries = 1; tries < maxTries; tries++) {
    const previous = await state();
    await send(sent);
    if ((await state()) === previous) return { got, isHarmless, hasChanged: false };
  }
  return { got, isHarmless, hasChanged: true };
}
