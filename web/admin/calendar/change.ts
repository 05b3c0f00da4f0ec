// Saving what was moved, unless somebody changed it since it was shown; and taking that back.
import { ApiError, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { type Span, wholeSpanOf } from './moved';

/** Answers how to put it back as it was, unless somebody changed it since. */
export async function move(resource: ResourceInfo, record: ApiRecord, span: Span): Promise<() => Promise<void>> {
  const path = `/${resource.path}/${record.id}`;
  const overtaken = () =>
    new Error(`Someone else changed “${nameOf(resource, record)}” meanwhile. It is shown as it is now.`);
  const now = await request<ApiRecord>('GET', path, { query: { context: 'edit' } });
  const moved = (['start_date', 'end_date', 'modified_utc'] as const).some((key) => now.body[key] !== record[key]);
  if (moved) throw overtaken();
  const before = wholeSpanOf(now.body);
  const { etag } = await request('PATCH', path, { body: { ...span }, ifMatch: now.etag });
  return async () => {
    await request('PATCH', path, { body: { ...before }, ifMatch: etag }).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 412 ? overtaken() : error;
    });
  };
}
