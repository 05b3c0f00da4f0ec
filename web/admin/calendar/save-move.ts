// Saves an event that was dragged or resized, unless it was changed since it was loaded, and undoes that. For a date of a
// series the user chooses which dates move.
import { ApiError, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { changeChosenDates } from '../series/chosen-dates';
import type { Undo } from '../series/occurrence-api';
import { fullSpanOf, type Span } from './drag';
import { texts } from './texts';

/** Returns a function that restores the former times, unless the record was changed since (`If-Match`); undefined if the
 * move was cancelled. */
export async function move(resource: ResourceInfo, record: ApiRecord, span: Span): Promise<Undo | undefined> {
  const path = `/${resource.path}/${record.id}`;
  const conflict = () => new Error(texts().conflict(nameOf(resource, record)));
  const now = await request<ApiRecord>('GET', path, { query: { context: 'edit' } });
  const moved = (['start_date', 'end_date', 'modified_utc'] as const).some((key) => now.body[key] !== record[key]);
  if (moved) throw conflict();
  if (now.body.occurrence_of !== undefined)
    return changeChosenDates(resource, now.body, { action: texts().move, body: { ...span }, ifMatch: now.etag });
  const before = fullSpanOf(now.body);
  const { etag } = await request('PATCH', path, { body: { ...span }, ifMatch: now.etag });
  return async () => {
    await request('PATCH', path, { body: { ...before }, ifMatch: etag }).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 412 ? conflict() : error;
    });
    return undefined;
  };
}
