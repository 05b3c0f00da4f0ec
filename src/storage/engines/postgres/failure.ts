// Classifies PostgreSQL errors: retry the transaction, server unavailable, or a programming error.
import { codeOf, messageOf } from '../../../core/error.js';
import { Problem } from '../../../core/problem.js';

/** Serialization failure, deadlock, and a unique value that another transaction took first. */
const clashes = new Set(['40001', '40P01', '23505']);
export const isClash = (error: unknown): boolean => clashes.has(codeOf(error));

/** Starting, stopping, out of connections, demoted to read-only, or unreachable. A full disk (53100) is not retried. */
const unavailableCodes =
  /^(08|53(?!100)|57P)|^(25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** The driver reports some lost connections without a code. A former primary has become a standby. */
const unavailableMessages =
  /recovery is in progress|during recovery|Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i;

export const isUnavailable = (error: unknown): boolean =>
  unavailableCodes.test(codeOf(error)) || unavailableMessages.test(messageOf(error));

/** A connection leads to a server that must not be used now; 08004: connection rejected. */
export const wrongServer = (message: string): Error => Object.assign(new Error(message), { code: '08004' });

/** 503 with Retry-After, because the outage is expected to pass. */
export const unavailable = (): Problem => new Problem('overloaded', { headers: { 'Retry-After': '2' } });

export function translated(error: unknown): unknown {
  return isUnavailable(error) ? unavailable() : error;
}
