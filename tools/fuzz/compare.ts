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
  /** Tables that changed meanwhile. */
  readonly changed: readonly string[];
  /** They changed each time. */
  readonly isCertain: boolean;
}

const isDryRun = ({ url }: Sent): boolean => /^\/cal\/.*[?&]dry_run=true(&|$)/.test(url);

/** Nothing else may be sent meanwhile. */
export async function sendCompared({ sent }: Case, { send, state }: Site): Promise<Compared> {
  const changedBySending = async (): Promise<readonly [Got, readonly string[]]> => {
    const before = await state();
    const got = await send(sent);
    if (got.status < 400 && !isDryRun(sent)) return [got, []];
    const after = await state();
    return [got, [...after.keys()].filter((table) => after.get(table) !== before.get(table))];
  };
  const [got, changed] = await changedBySending();
  const isHarmless = got.status >= 400 || isDryRun(sent);
  for (let tries = 1; tries < maxTries && changed.length > 0; tries++)
    if ((await changedBySending())[1].length === 0) return { got, isHarmless, changed, isCertain: false };
  return { got, isHarmless, changed, isCertain: changed.length > 0 };
}
