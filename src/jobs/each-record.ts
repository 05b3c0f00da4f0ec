// Work on many records: each on its own, so that one that fails does not stop the others.
import { messageOf } from '../core/error.js';
import { isUnavailable } from '../core/problem.js';

const maxReportedFailures = 5;

export interface RecordWork<Record> {
  /** Names the record in the error, such as `event 41`. */
  readonly nameOf: (record: Record) => string;
  readonly handle: (record: Record) => Promise<void>;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/**
 * Rejects at the end with the failures. `records` must not return a record that failed again: page by keyset, not by what is
 * still due. An unavailable database ends the run at once.
 */
export async function eachRecord<Record>(
  records: AsyncIterable<Record>,
  { nameOf, handle, signal }: RecordWork<Record>,
): Promise<void> {
  const failures: Error[] = [];
  for await (const record of records) {
    if (signal.aborted) return;
    try {
      await handle(record);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(new Error(`${nameOf(record)}: ${messageOf(error)}`, { cause: error }));
    }
  }
  if (failures.length === 0) return;
  const first = failures.slice(0, maxReportedFailures);
  throw new AggregateError(first, `${failures.length} failed: ${first.map(({ message }) => message).join('; ')}`);
}
