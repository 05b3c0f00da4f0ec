// Moves one date of a series to the trash, ends the series before it, or trashes the whole series, and undoes that.
import { sendAll } from '../api/batch';
import { ApiError, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, allRecords } from '../api/records';
import { type Body, readForEdit, recordPath, type Undo } from './occurrence-api';
import type { Scope } from './series';
import { texts } from './texts';

export async function removeOccurrence(
  resource: ResourceInfo,
  record: ApiRecord,
  scope: Scope,
  ifMatch?: string,
): Promise<Undo> {
  const path = recordPath(resource, record.id);
  const seriesId = record.occurrence_of ?? 0;
  const { body: series } = await readForEdit(resource, seriesId);
  const trashed = () => allRecords(resource, { occurrence_of: seriesId, status: 'trash' });
  const inTrash = new Set(scope === 'following' ? (await trashed()).map(({ id }) => id) : []);
  await request('DELETE', path, { query: { scope }, ifMatch });
  if (scope === 'this') {
    return async () => {
      await request('PATCH', path, { query: { scope }, body: { status: record.status } });
      return undefined;
    };
  }
  const restore = (body: Body) => request('PATCH', recordPath(resource, seriesId), { body });
  if (scope === 'all') {
    return async () => {
      await restore({ status: series.status });
      return undefined;
    };
  }
  return async () => {
    const isSeriesTrashed = await isGone(resource, seriesId);
    await restore(isSeriesTrashed ? { status: series.status } : { recurrence: series._input?.recurrence });
    if (isSeriesTrashed) return undefined;
    // Past and changed dates went to the trash, the others were deleted.
    const restored = (await trashed()).filter(({ id }) => !inTrash.has(id));
    const body = { status: record.status };
    const outcomes = await sendAll(
      resource,
      restored.map(({ id }) => ({ method: 'PATCH', path: recordPath(resource, id), body })),
    );
    for (const { error } of outcomes) if (error !== undefined) throw error;
    return texts().newAddresses;
  };
}

/** Removing the first date and all following ones trashes the series. */
async function isGone(resource: ResourceInfo, id: number): Promise<boolean> {
  try {
    return (await readForEdit(resource, id)).body.status === 'trash';
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return true;
    throw error;
  }
}
