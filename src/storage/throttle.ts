// Token buckets that all processes share, kept where losing them does no harm.
import type { Rate, Throttle } from '../core/throttle.js';
import type { Engine } from './dialect.js';

/** Old buckets are full again; every so often they are cleared away. */
const clearEvery = 1_000;

export function openThrottle(
  { scratch, dialect }: Engine,
  { name, burst, perSecond }: Rate,
  clock: () => number,
): Throttle {
  const place = (position: number) => dialect.placeholder(position);
  const now = () => clock() / 1_000;
  let taken = 0;
  const refilled = `throttles.tokens + (excluded.at - throttles.at) * ${perSecond}`;

  /** Takes a token if there is one; tells whether, and how many are left. What is refused costs nothing. */
  async function charge(key: string): Promise<{ readonly granted: boolean; readonly tokens: number }> {
    const [row] = await scratch.all({
      sql:
        `insert into throttles (name, tokens, at, granted) values (${place(1)}, ${place(2)}, ${place(3)}, 1)` +
        ` on conflict (name) do update set at = excluded.at,` +
        ` granted = case when ${refilled} >= 1 then 1 else 0 end,` +
        ` tokens = case when ${refilled} > ${burst} then ${burst - 1}` +
        ` when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end` +
        ` returning granted, tokens`,
      values: [`${name} ${key}`, burst - 1, now()],
    });
    if (++taken % clearEvery === 0) {
      await scratch.run({
        sql: `delete from throttles where name like ${place(1)} and at < ${place(2)}`,
        values: [`${name} %`, now() - burst / perSecond],
      });
    }
    return { granted: Number(row?.[0]) === 1, tokens: Number(row?.[1]) };
  }

  return {
    wait: async (key) => {
      const [row] = await scratch.all({
        sql: `select tokens, at from throttles where name = ${place(1)}`,
        values: [`${name} ${key}`],
      });
      if (!row) return 0;
      const tokens = Number(row[0]) + Math.max(0, now() - Number(row[1])) * perSecond;
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond);
    },
    take: async (key) => {
      await charge(key);
    },
    spend: async (key) => {
      const { granted, tokens } = await charge(key);
      return granted ? 0 : Math.ceil((1 - tokens) / perSecond);
    },
  };
}
