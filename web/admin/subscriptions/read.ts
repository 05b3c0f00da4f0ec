// Reads a subscribed calendar now, and remembers what came of it until the record is loaded again.
import { signal } from '@preact/signals';
import { request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { toast } from '../ui/toast';
import { texts } from './texts';

/** Ids of calendars that are being read, and the records after that. */
const reading = signal<ReadonlySet<number>>(new Set());
const results = signal<ReadonlyMap<number, ApiRecord>>(new Map());

export const isReading = (id: number): boolean => reading.value.has(id);

/** The newer one of a loaded record and the result of reading its calendar. */
export function latestOf(record: ApiRecord): ApiRecord {
  const result = results.value.get(record.id);
  return result && (result.checked_utc ?? '') > (record.checked_utc ?? '') ? result : record;
}

/** Saved a moment ago, and to be read at once: it is new, has another address or goes on after a pause. */
export const isDueNow = ({ paused, next_utc: next, modified_utc: modified }: ApiRecord): boolean =>
  paused === false && next !== undefined && modified !== undefined && next <= modified;

/** The service reads a calendar once at a time. If it takes long, reading goes on after the response. */
export async function readNow(resource: ResourceInfo, record: ApiRecord): Promise<void> {
  const { id } = record;
  reading.value = new Set([...reading.value, id]);
  try {
    const path = `/${resource.path}/${id}/run`;
    const { body, status } = await request<ApiRecord>('POST', path, { body: {} });
    results.value = new Map([...results.value, [id, body]]);
    const name = nameOf(resource, body);
    if (status === 202) toast(texts().goesOn(name));
    else if (body.last_result === 'failed') toast(texts().readFailed(name, body.message ?? ''), { kind: 'failed' });
    else toast(texts().found(name, body.event_count ?? 0));
  } finally {
    reading.value = new Set([...reading.value].filter((other) => other !== id));
  }
}
