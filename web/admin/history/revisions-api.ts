// Requests for revisions.
import { request, responseBody } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import type { Revision, RevisionList } from '../api/generated';
import type { List, Query } from '../api/records';

export type { Revision } from '../api/generated';
export type FieldChange = Revision['changes'][number];

export async function listRevisions(query: Query, signal?: AbortSignal): Promise<List<Revision>> {
  const { body, total, pages } = await request<RevisionList>('GET', '/revisions', { query, signal });
  return { records: body.revisions, total, pages };
}

/** With its texts in full, which lists cut. */
export const readRevision = (id: number): Promise<Revision> => responseBody<Revision>('GET', `/revisions/${id}`);

export const restoreRevision = (id: number, ifMatch: string | undefined) =>
  request('POST', `/revisions/${id}/restore`, { body: {}, ifMatch });

/** Who changed a record last; undefined for a job, and for users who may not know. */
export async function lastAuthor({ path }: ResourceInfo, record: number) {
  const query = { resource: path, record, per_page: 1 };
  const [newest] = await listRevisions(query).then(
    ({ records }) => records,
    () => [],
  );
  return newest && newest.user.id !== 0 ? { name: newest.user.name, date_utc: newest.date_utc } : undefined;
}
