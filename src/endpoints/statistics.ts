// Statistics for the dashboard: use of the site by day, the state of the database, and health checks on demand.
import { may } from '../core/actor.js';
import { after, all, until } from '../core/condition.js';
import type { HealthReport } from '../core/doctor.js';
import type { Endpoint } from '../core/facade.js';
import { type Given, optional } from '../core/field.js';
import { wholeBetween } from '../core/kinds/number.js';
import { key, maybe, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { described, flagSchema, listOf, objectOf, orNull, type Schema, text } from '../core/schema.js';
import { isoInstant } from '../core/time/clock.js';
import { endpoint, operation } from '../http/handler.js';
import type { Service } from '../http/service.js';
import { dayNumber, dayText, type UsageRow, usageDays, usageTable } from '../models/usage/usage.js';

const defaultDays = 14;
const count: Schema = { type: 'integer', minimum: 0 };
const instant: Schema = { ...text, format: 'date-time' };

const day = output<{ readonly day: number; readonly row: UsageRow | undefined }>('', '', {
  date: key({ ...text, format: 'date', description: 'Day in UTC.' }, '2027-05-04', ({ day }) => dayText(day)),
  api: key(
    objectOf(
      { native: count, dropin: count, wordpress: count },
      { description: 'API requests by mount. Requests of the console are not counted.' },
    ),
    { native: 120, dropin: 8, wordpress: 0 },
    ({ row }) => ({ native: row?.native ?? 0, dropin: row?.dropin ?? 0, wordpress: row?.wordpress ?? 0 }),
  ),
  feeds: key(described(count, 'Feeds that were read.'), 64, ({ row }) => row?.feeds ?? 0),
  feed_readers: key(
    described(count, 'Estimated number of different feed readers.'),
    12,
    ({ row }) => row?.feed_readers ?? 0,
  ),
  pages: key(described(count, 'Public pages that were viewed.'), 310, ({ row }) => row?.pages ?? 0),
});

const store = output<Awaited<ReturnType<Service['store']['describe']>>>('', 'The database. Administrators only.', {
  engine: key({ ...text, enum: ['embedded', 'postgres'] }, 'embedded'),
  size: key(described(count, 'Size in bytes, without images.'), 4_841_472, ({ sizeBytes }) => sizeBytes),
  last_backup: key(
    orNull(instant, 'Last `almanac backup`; null if there was none.'),
    '2027-05-03T02:00:00Z',
    ({ lastBackup }) => (lastBackup === undefined ? null : isoInstant(lastBackup)),
  ),
});

const usage = output<Given>('Statistics', 'Use of the site by day.', {
  days: key({ ...listOf(day.schema), maxItems: usageDays }, [day.example]),
  store: maybe(store.schema, undefined, store.example),
});

const report = output<HealthReport>('HealthReport', 'Results of the health checks.', {
  checked_at: key(instant, '2027-05-04T10:00:00Z', ({ checkedAt }) => isoInstant(checkedAt)),
  healthy: key(described(flagSchema, 'Whether no check found a fault.'), true, ({ findings }) =>
    findings.every(({ faults }) => faults.length === 0),
  ),
  checks: key(
    listOf(objectOf({ check: described(text, 'Name of the check.'), faults: listOf(text) })),
    [{ check: 'schema', faults: [] }],
    ({ findings }) => findings.map(({ check, faults }) => ({ check, faults })),
  ),
});

const tag = { name: 'Statistics', description: 'Use of the site and state of the database.' };

const read = operation({
  right: 'write',
  operationId: 'readStatistics',
  summary: 'Read statistics',
  description:
    'Requests by day, the oldest day first. Every process adds its numbers once a minute, so that the newest requests are missing for up to a minute. Days are kept for 400 days.',
  tag,
  input: {
    days: optional(
      wholeBetween(1, usageDays),
      `Number of days up to today, at most ${usageDays}. Default: ${defaultDays}.`,
      { example: 7 },
    ),
  },
  output: usage,
  handler: async (service, { call }, given, reply) => {
    const length = Number(given.days ?? defaultDays);
    const today = dayNumber(call.now);
    const first = today - length + 1;
    const where = all(after('id', first - 1), until('id', today));
    const rows = await service.store.list({ table: usageTable, where, order: [{ column: 'id' }], limit: length });
    const byDay = new Map(rows.map((row) => [row.id, row]));
    const days = Array.from({ length }, (_, at) => day.of({ day: first + at, row: byDay.get(first + at) }));
    const isAdministrator = may(call.actor, 'administer');
    return reply({ days, store: isAdministrator ? store.of(await service.store.describe()) : undefined });
  },
});

const doctor = operation({
  right: 'administer',
  operationId: 'runHealthChecks',
  summary: 'Run health checks',
  description:
    'Runs the checks of `almanac doctor` without repairing anything. They read the whole database: callers share one run, and a result is reused for a minute.',
  tag,
  output: report,
  problems: [new Problem('no-route')],
  handler: async ({ checkHealth }, { call }, _, reply) => {
    if (!checkHealth) throw new Problem('no-route');
    return reply(await checkHealth(call.now));
  },
});

export const statisticsEndpoints: readonly Endpoint[] = [
  endpoint('/statistics', { GET: read }),
  endpoint('/statistics/doctor', { GET: doctor }),
];
