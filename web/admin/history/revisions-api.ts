// Requests for revisions.
import { request, responseBody } from '../api/client';
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
