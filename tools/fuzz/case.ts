// One request of the run, and what its response must be.
import type { Random } from '../../bench/calendar/random.js';
import type { Role } from '../../src/core/actor.js';
import type { Got, Sent } from './http.js';

export type Caller = Role | 'anonymous';

export interface Case {
  /** Of the operation or the kind of request, in reports. */
  readonly name: string;
  readonly sent: Sent;
  /** What is wrong with the response. */
  readonly faultsOf: (got: Got) => readonly string[];
  /** Reads values for later requests. */
  readonly learn?: (got: Got) => void;
}

export type MakeCase = (random: Random, caller: Caller) => Case;

/** Statuses that requests outside the OpenAPI documents may have. */
const usualStatuses = new Set([
  ...[200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308],
  ...[400, 401, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 416, 422, 429, 431],
]);

export const statusFaults = ({ status }: Got): readonly string[] =>
  usualStatuses.has(status) ? [] : [`the status ${status}`];

export const isRead = ({ method }: Sent): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);
