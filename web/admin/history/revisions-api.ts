// Requests for revisions.
import { request } from '../api/client';
import type { Revision, RevisionList } from '../api/generated';
import type { List, Query } from '../api/records';

export type { Revision } from '../api/generated';
export type FieldChange = Revision['changes'][number];

export async function listRevisions(query: Query, signal?: AbortSignal): Promise<List<Revision>> {
  const { body, total, pages } = await request<RevisionList>('GET', '/revisions', { query, signal });
  return { records: body.revisions, total, pages };
}

/** With its texts in full, which lists cut. */
export const readRevision = async (id: number): Promise<Revision> =>
  (await request<Revision>('GET', `/revisions/${id}`)).body;

export const restoreRevision = (id: number, ifMatch: string | undefined) =>
  request('POST', `/revisions/${id}/restore`, { body: {}, ifMatch });
