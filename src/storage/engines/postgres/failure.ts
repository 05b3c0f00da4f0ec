// What went wrong on the way to PostgreSQL: worth repeating, away for a while, or a mistake of ours.
import { codeOf, messageOf } from '../../../core/error.js';
import { Problem } from '../../../core/problem.js';

/** Serialization failure, deadlock, and a unique value that another transaction took first. */
const clashes = new Set(['40001', '40P01', '23505']);
export const isClash = (error: unknown): boolean => clashes.has(codeOf(error));

/** Starting, stopping, out of connections, read-only since it was demoted, or not there at all. A full disk (53100) is
 * the same on every try. */
const awayCodes =
  /^(08|53(?!100)|57P)|^(25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** The driver tells some losses by message alone. */
const awayMessages =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i;

export const isAway = (error: unknown): boolean => awayCodes.test(codeOf(error)) || awayMessages.test(messageOf(error));

/** A database that is away is nobody's mistake and passes: try again in a moment. */
export const unavailable = (): Problem => new Problem('overloaded', { headers: { 'Retry-After': '2' } });

export function translated(error: unknown): unknown {
  return isAway(error) ? unavailable() : error;
}
