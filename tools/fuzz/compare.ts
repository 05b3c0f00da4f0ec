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
  /** Tables that changed each time. */
  readonly changed: readonly string[];
}

const isDryRun = ({ url }: Sent): boolean => /^\/cal\/.*[?&]dry_run=true(&|$)/.test(url);

/** Nothing else may be sent meanwhile. Tables are read only if some transaction has written at all. */
export async function sendCompared({ sent }: Case, { send, state, version }: Site): Promise<Compared> {
  const before = await version();
  const got = await send(sent);
  const isHarmless = got.status >= 400 || isDryRun(sent);
  if (!isHarmless || (await version()) === before) return { got, isHarmless, changed: [] };
  let changed: readonly string[] = [];
  for (let tries = 1; tries <= maxTries; tries++) {
    const old = await state();
    await send(sent);
    changed = [...(await state())].filter(([table, sum]) => old.get(table) !== sum).map(([table]) => table);
    if (changed.length === 0) break;
  }
  return { got, isHarmless, changed };
}
