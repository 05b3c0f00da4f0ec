// Statistics for the dashboard: use of the site by day, and for administrators the state of the database.
import type { CustomOperation, Endpoint } from '../core/facade.js';
import { type Fields, optional } from '../core/field.js';
import { wholeBetween } from '../core/kinds/number.js';
import { Problem } from '../core/problem.js';
import { listOf, type Schema } from '../core/schema.js';
import { usageDays } from '../models/usage/usage.js';

export const defaultDays = 14;

const fields: Fields = {
  days: optional(
    wholeBetween(1, usageDays),
    `Number of days up to today, at most ${usageDays}. Default: ${defaultDays}.`,
    { example: 7 },
  ),
};

const tag = { name: 'Statistics', description: 'Use of the site and state of the database.' };
const count: Schema = { type: 'integer', minimum: 0 };
const instant: Schema = { type: ['string', 'null'], format: 'date-time' };

const day: Schema = {
  type: 'object',
  required: ['date', 'api', 'feeds', 'feed_readers', 'pages'],
  properties: {
    date: { type: 'string', format: 'date', description: 'Day in UTC.' },
    api: {
      type: 'object',
      description: 'API requests by mount. Requests of the console are not counted.',
      required: ['native', 'dropin', 'wordpress'],
      properties: { native: count, dropin: count, wordpress: count },
    },
    feeds: { ...count, description: 'Feeds that were read.' },
    feed_readers: { ...count, description: 'Estimated number of different feed readers.' },
    pages: { ...count, description: 'Public pages that were viewed.' },
  },
};

const store: Schema = {
  type: 'object',
  description: 'The database. Administrators only.',
  required: ['engine', 'size', 'last_backup'],
  properties: {
    engine: { type: 'string', enum: ['embedded', 'postgres'] },
    size: { ...count, description: 'Size in bytes, without images.' },
    last_backup: { ...instant, description: 'Last `almanac backup`; null if there was none.' },
  },
};

const usage: CustomOperation = {
  right: 'write',
  operationId: 'readStatistics',
  summary: 'Read statistics',
  description:
    'Requests by day, the oldest day first. Every process adds its numbers once a minute, so that the newest requests are missing for up to a minute. Days are kept for 400 days.',
  tag,
  schemaName: 'Statistics',
  schema: {
    type: 'object',
    description: 'Use of the site by day.',
    required: ['days'],
    properties: { days: { ...listOf(day), maxItems: usageDays }, store },
  },
  example: {
    days: [
      { date: '2027-05-04', api: { native: 120, dropin: 8, wordpress: 0 }, feeds: 64, feed_readers: 12, pages: 310 },
    ],
    store: { engine: 'embedded', size: 4_841_472, last_backup: '2027-05-03T02:00:00Z' },
  },
};

const doctor: CustomOperation = {
  right: 'administer',
  operationId: 'runHealthChecks',
  summary: 'Run health checks',
  description:
    'Runs the checks of `almanac doctor` without repairing anything. They read the whole database: callers share one run, and a result is reused for a minute.',
  tag,
  schemaName: 'HealthReport',
  schema: {
    type: 'object',
    description: 'Results of the health checks.',
    required: ['checked_at', 'healthy', 'checks'],
    properties: {
      checked_at: { type: 'string', format: 'date-time' },
      healthy: { type: 'boolean', description: 'Whether no check found a fault.' },
      checks: listOf({
        type: 'object',
        required: ['check', 'faults'],
        properties: {
          check: { type: 'string', description: 'Name of the check.' },
          faults: listOf({ type: 'string' }),
        },
      }),
    },
  },
  example: { checked_at: '2027-05-04T10:00:00Z', healthy: true, checks: [{ check: 'schema', faults: [] }] },
  problems: [new Problem('no-route')],
};

export const statisticsEndpoints: readonly Endpoint[] = [
  {
    path: '/statistics',
    pattern: '/statistics',
    actions: { GET: 'custom' },
    custom: 'statistics',
    takes: { GET: fields },
    operations: { GET: usage },
  },
  {
    path: '/statistics/doctor',
    pattern: '/statistics/doctor',
    actions: { GET: 'custom' },
    custom: 'doctor',
    operations: { GET: doctor },
  },
];
