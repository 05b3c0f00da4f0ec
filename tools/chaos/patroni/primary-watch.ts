// Notes when a machine becomes the primary, or is it again after there was none.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';

export interface PrimaryWatch {
  readonly moments: () => readonly number[];
  readonly stop: () => void;
}

const intervalMs = 250;
/** The answer of a busy machine may be late. */
const absentAfter = 4;

export function watchPrimary({ primaryName }: Database): PrimaryWatch {
  const moments: number[] = [];
  let isStopped = false;
  let current: string | undefined;
  let absent = 0;
  const watching = async () => {
    while (!isStopped) {
      const name = await primaryName();
      absent = name ? 0 : absent + 1;
      if (absent === absentAfter) current = '';
      if (name && current !== undefined && name !== current) moments.push(performance.now());
      if (name) current = name;
      await sleep(intervalMs);
    }
  };
  watching().catch(() => undefined);
  return {
    moments: () => moments,
    stop: () => {
      isStopped = true;
    },
  };
}
