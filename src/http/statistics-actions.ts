// Use of the site by day, the state of the database, and health checks on demand.
import { may } from '../core/actor.js';
import { after, all, until } from '../core/condition.js';
import { Problem } from '../core/problem.js';
import { defaultDays } from '../facades/statistics.js';
import { dayNumber, dayText, type UsageRow, usageTable } from '../models/usage/usage.js';
import type { CustomHandlers, Handler } from './handler.js';
import type { Service } from './service.js';

const bodyOf = (day: number, row: UsageRow | undefined) => ({
  date: dayText(day),
  api: { native: row?.native ?? 0, dropin: row?.dropin ?? 0, wordpress: row?.wordpress ?? 0 },
  feeds: row?.feeds ?? 0,
  feed_readers: row?.feed_readers ?? 0,
  pages: row?.pages ?? 0,
});

const isoOf = (instant: string): string => `${instant.replace(' ', 'T')}Z`;

async function storeBody({ store }: Service) {
  const { engine, sizeBytes, lastBackup } = await store.describe();
  return { engine, size: sizeBytes, last_backup: lastBackup === undefined ? null : isoOf(lastBackup) };
}

const readStatistics: Handler = async (service, { call }, given) => {
  const count = Number(given.days ?? defaultDays);
  const today = dayNumber(call.now);
  const first = today - count + 1;
  const rows = await service.store.list({
    table: usageTable,
    where: all(after('id', first - 1), until('id', today)),
    order: [{ column: 'id' }],
    limit: count,
  });
  const byDay = new Map(rows.map((row) => [row.id, row]));
  const days = Array.from({ length: count }, (_, at) => bodyOf(first + at, byDay.get(first + at)));
  const isAdministrator = may(call.actor, 'administer');
  return { statusCode: 200, headers: {}, body: { days, ...(isAdministrator && { store: await storeBody(service) }) } };
};

const readHealth: Handler = async ({ checkHealth }, { call }) => {
  if (!checkHealth) throw new Problem('no-route');
  const { checkedAt, findings } = await checkHealth(call.now);
  const checks = findings.map(({ check, faults }) => ({ check, faults }));
  const healthy = checks.every(({ faults }) => faults.length === 0);
  return { statusCode: 200, headers: {}, body: { checked_at: isoOf(checkedAt), healthy, checks } };
};

export const statisticsHandlers: CustomHandlers = {
  statistics: { GET: readStatistics },
  doctor: { GET: readHealth },
};
