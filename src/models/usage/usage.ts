// The table of request counters: one row per day in UTC.
import { integerColumn, textColumn } from '../../core/column.js';
import { plainTable, type RowIn } from '../../core/store.js';

const columns = {
  native: integerColumn,
  dropin: integerColumn,
  wordpress: integerColumn,
  feeds: integerColumn,
  /** Estimated from `sketch`. */
  feed_readers: integerColumn,
  pages: integerColumn,
  /** HyperLogLog registers of the feed readers, in Base64. */
  sketch: textColumn,
};

/** Ids are days since 1970-01-01, so that no sequence is needed. No cached response depends on it. */
export const usageTable = { ...plainTable('usage', columns), sequence: '' };

export type UsageRow = RowIn<typeof columns>;

/** Requests by counter. The first three are API requests, by the name of the facade. */
export const counters = ['native', 'dropin', 'wordpress', 'feeds', 'pages'] as const;
export type Counter = (typeof counters)[number];

export const usageDays = 400;

const dayMs = 86_400_000;

/** The id of the day of an instant, `YYYY-MM-DD HH:MM:SS` in UTC. */
export const dayNumber = (now: string): number => Date.parse(`${now.slice(0, 10)}T00:00:00Z`) / dayMs;

/** `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
