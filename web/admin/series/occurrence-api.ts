// Changes and removes one date of a series, the dates from it on, or all of them, and undoes that.
import { ApiError, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, allRecords, listRecords } from '../api/records';
import type { RecurrencePreview } from '../widgets/recurrence/use-recurrence-preview';
import { type Recurrence, readRecurrence } from '../widgets/recurrence/value';
import { between, isWall, plus } from '../widgets/wall-clock';
import { changeText, effectText, type SeriesEffect } from './effect';
import { countOf, endedBefore, movedRest, restFrom } from './rest';
import { originalStartOf, type Scope, seriesIdOf } from './series';

export type Body = Readonly<Record<string, unknown>>;

/** Undoes a change. Resolves to a note if something is different from before. */
export type Undo = () => Promise<string | undefined>;

const pathOf = ({ path }: ResourceInfo, id: number): string => `/${path}/${id}`;

export const readForEdit = (resource: ResourceInfo, id: number) =>
  request<ApiRecord>('GET', pathOf(resource, id), { query: { context: 'edit' } });

/** Whether a change moves a date to another day. */
export const isOtherDay = (record: ApiRecord, { start_date }: Body): boolean =>
  isWall(start_date) && start_date.slice(0, 10) !== String(record.start_date).slice(0, 10);

/** The recurrence of the dates from this one on: as it is, and after a move of the start. */
async function recurrenceFrom(resource: ResourceInfo, record: ApiRecord, start: string) {
  const { body: series } = await readForEdit(resource, seriesIdOf(record) ?? 0);
  const recurrence = readRecurrence(series._input?.recurrence);
  if (!recurrence) return undefined;
  const at = originalStartOf(record);
  const rest = restFrom(recurrence, at, await datesBefore(resource, series, recurrence, at));
  const moved = movedRest(rest, at, plus(at, between(String(record.start_date), start)));
  return moved && { rest, moved };
}

/** The number of dates of a counted rule before a moment. */
async function datesBefore({ path }: ResourceInfo, series: ApiRecord, { rule }: Recurrence, at: string) {
  const { start_date, end_date, timezone, all_day } = series._input ?? {};
  if (countOf(rule) === undefined || start_date === at) return 0;
  const body = { start_date, end_date, timezone, all_day, recurrence: { rule: endedBefore(rule, at) } };
  const { body: preview } = await request<RecurrencePreview>('POST', `/${path}/recurrence-preview`, { body });
  return preview.count ?? 0;
}

/**
 * The body for a scope: dates that move to another day need their rule. Throws if the scope is not possible.
 */
export async function bodyFor(resource: ResourceInfo, record: ApiRecord, body: Body, scope: Scope): Promise<Body> {
  if (scope === 'this' || !isOtherDay(record, body)) return body;
  if (scope === 'all') throw new Error('To move all dates to another day, edit the series.');
  const recurrence = await recurrenceFrom(resource, record, String(body.start_date));
  if (!recurrence) throw new Error('This rule cannot be moved to another day. Edit the series instead.');
  return { ...body, recurrence: recurrence.moved };
}

const dayBefore = (wall: string): string => plus(wall, -86_400).slice(0, 10);

/** A dry run in words: how many dates a change applies to. Without `body` the dates are removed. */
export async function describeEffect(
  resource: ResourceInfo,
  record: ApiRecord,
  scope: Scope,
  body: Body | undefined,
  signal: AbortSignal,
): Promise<string> {
  const sent = body && (await bodyFor(resource, record, body, scope));
  const { body: result } = await request<{ readonly series?: SeriesEffect }>(
    body ? 'PATCH' : 'DELETE',
    pathOf(resource, record.id),
    { query: { scope, dry_run: true, context: 'edit' }, body: sent, signal },
  );
  if (result.series) return effectText(result.series);
  const from = scope === 'following' && { starts_after: dayBefore(String(record.start_date)) };
  const query = { occurrence_of: seriesIdOf(record), per_page: 1, _fields: 'total', ...from };
  const { total } = await listRecords(resource, query, signal);
  return changeText(total);
}

const sameKeys = (body: Body, from: Body): Body =>
  Object.fromEntries(Object.keys(body).map((name) => [name, from[name] ?? '']));

const dateNames = ['start_date', 'end_date', 'all_day'];

/** Changes a date with `If-Match`. `record` is as it was before, with its form values. */
export async function changeOccurrence(
  resource: ResourceInfo,
  record: ApiRecord,
  { scope, body, ifMatch }: { readonly scope: Scope; readonly body: Body; readonly ifMatch?: string | undefined },
): Promise<Undo> {
  const path = pathOf(resource, record.id);
  const before = record._input ?? {};
  if (scope === 'this') {
    const { etag } = await request('PATCH', path, { query: { scope }, body, ifMatch });
    return async () => {
      await request('PATCH', path, { query: { scope }, body: sameKeys(body, before), ifMatch: etag });
      return undefined;
    };
  }
  const { body: series } = await readForEdit(resource, seriesIdOf(record) ?? 0);
  const dates = Object.fromEntries(dateNames.map((name) => [name, before[name]]));
  const old = sameKeys(body, { ...series._input, ...dates });
  const moves = isOtherDay(record, body) ? await recurrenceFrom(resource, record, String(body.start_date)) : undefined;
  const sent = moves ? { ...body, recurrence: moves.moved } : body;
  const { body: changed } = await request<ApiRecord>('PATCH', path, { query: { scope }, body: sent, ifMatch });
  // Dates on another day are new records: the series is changed back instead of the date.
  const target = moves ? (seriesIdOf(changed) ?? changed.id) : record.id;
  return async () => {
    const back = moves ? { ...old, recurrence: moves.rest } : old;
    await request('PATCH', pathOf(resource, target), { query: { scope: 'all' }, body: back });
    if (scope === 'all') return undefined;
    return 'Undone. The series stays split at this date.';
  };
}

/** Moves dates to the trash; `following` ends the series before this one. */
export async function removeOccurrence(
  resource: ResourceInfo,
  record: ApiRecord,
  scope: Scope,
  ifMatch?: string,
): Promise<Undo> {
  const path = pathOf(resource, record.id);
  const seriesId = seriesIdOf(record) ?? 0;
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
  const restore = (body: Body) => request('PATCH', pathOf(resource, seriesId), { body });
  if (scope === 'all') {
    return async () => {
      await restore({ status: series.status });
      return undefined;
    };
  }
  return async () => {
    const isSeriesTrashed = await isGone(resource, seriesId);
    await restore({
      ...(isSeriesTrashed ? { status: series.status } : { recurrence: series._input?.recurrence }),
    });
    if (isSeriesTrashed) return undefined;
    for (const { id } of await trashed()) {
      if (!inTrash.has(id)) await request('PATCH', pathOf(resource, id), { body: { status: record.status } });
    }
    return 'Undone. The restored dates have new addresses.';
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
