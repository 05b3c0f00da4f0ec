// Changes of several records by few requests: each is atomic and has up to 500 of them.
import { ApiError, request } from './client';
import { fieldsOf, type ResourceInfo } from './contract';
import type { BatchResult } from './generated';
import { errorFrom } from './http';

/** One change of a record. */
export interface Operation {
  readonly method: 'PATCH' | 'DELETE';
  /** Path and query below the API. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Version that is changed; another version is refused with 412. */
  readonly if_match?: string | undefined;
}

export interface Outcome {
  /** Version after the change. */
  readonly etag?: string | undefined;
  readonly error?: unknown;
}

const maxOperations = 500;

/** Batches take the records of the calendar, which have external IDs. */
const isBatched = ({ name }: ResourceInfo): boolean => fieldsOf(name).some((field) => field.name === 'external_id');

async function sendOne({ method, path, body, if_match }: Operation): Promise<Outcome> {
  try {
    return { etag: (await request(method, path, { body, ifMatch: if_match })).etag };
  } catch (error) {
    return { error };
  }
}

async function sendBatch(operations: readonly Operation[], atomic: boolean): Promise<readonly Outcome[]> {
  const body = { operations, atomic, _fields: 'id' };
  const { results } = (await request<BatchResult>('POST', '/batch', { body })).body;
  return results.map(({ status, headers, error }) =>
    error ? { error: errorFrom({ status, headers: new Headers() }, error, true) } : { etag: headers?.etag },
  );
}

/** All or none; if one of them fails, the others are repeated each on its own. */
async function sendPart(operations: readonly Operation[]): Promise<readonly Outcome[]> {
  try {
    return await sendBatch(operations, true).catch((error: unknown) => {
      if (error instanceof ApiError && error.index !== undefined) return sendBatch(operations, false);
      throw error;
    });
  } catch (error) {
    return operations.map(() => ({ error }));
  }
}

/** `onPart` gets the number of finished operations after each request; the next one is sent if it returns true. */
export async function sendAll(
  resource: ResourceInfo,
  operations: readonly Operation[],
  onPart: (done: number) => boolean = () => true,
): Promise<readonly Outcome[]> {
  const size = isBatched(resource) && operations.length > 1 ? maxOperations : 1;
  const outcomes: Outcome[] = [];
  do {
    const part = operations.slice(outcomes.length, outcomes.length + size);
    outcomes.push(...(size > 1 ? await sendPart(part) : await Promise.all(part.map(sendOne))));
  } while (outcomes.length < operations.length && onPart(outcomes.length));
  return outcomes;
}
