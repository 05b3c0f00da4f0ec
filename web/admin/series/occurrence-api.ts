// Changes one date of a series, the dates from it on, or all of them, and undoes that. Dry runs say what would change.
import { ApiError, request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, listRecords } from '../api/records';
import type { RecurrencePreview } from '../widgets/recurrence/use-recurrence-preview';
import { type Recurrence, readRecurrence } from '../widgets/recurrence/value';
import { between, isWall, plus } from '../widgets/wall-clock';
import { changesDates, changeText, effectText, type SeriesEffect } from './effect';
import { countOf, endedBefore, movedRest, restFrom } from './rest';
import { originalStartOf, type Scope } from './series';
import { texts } from './texts';

export type Body = Readonly<Record<string, unknown>>;

/** Undoes a change. Resolves to a note if something is different from before. */
export type Undo = () => Promise<string | undefined>;

export const recordPath = ({ path }: ResourceInfo, id: number): string => `/${path}/${id}`;

export const readForEdit = (resource: ResourceInfo, id: number) =>
  request<ApiRecord>('GET', recordPath(resource, id), { query: { context: 'edit' } });

/** Whether a change moves a date to another day. */
const isOtherDay = (record: ApiRecord, { start_date }: Body): boolean =>
  isWall(start_date) && start_date.slice(0, 10) !== String(record.start_date).slice(0, 10);

/** The number of dates of a counted rule before a moment. */
async function datesBefore({ path }: ResourceInfo, series: ApiRecord, { rule }: Recurrence, at: string) {
  const { start_date, end_date, timezone, all_day } = series._input ?? {};
  if (countOf(rule) === undefined || start_date === at) return 0;
  const body = { start_date, end_date, timezone, all_day, recurrence: { rule: endedBefore(rule, at) } };
  const { body: preview } = await request<RecurrencePreview>('POST', `/${path}/recurrence-preview`, { body });
  return preview.count ?? 0;
}

interface ScopedBody {
  readonly body: Body;
  /** Values that an undo needs in addition. */
  readonly undo: Body;
}

/** Dates that move to another day need their rule in the same request. Throws if the scope is not possible. */
export async function scopedBody(
  resource: ResourceInfo,
  record: ApiRecord,
  body: Body,
  scope: Scope,
): Promise<ScopedBody> {
  if (scope === 'this' || !isOtherDay(record, body)) return { body, undo: {} };
  if (scope === 'all') throw new Error(texts().editSeriesToMoveAll);
  const { body: series } = await readForEdit(resource, record.occurrence_of ?? 0);
  const recurrence = readRecurrence(series._input?.recurrence);
  const at = originalStartOf(record);
  const to = plus(at, between(String(record.start_date), String(body.start_date)));
  const rest = recurrence && restFrom(recurrence, at, await datesBefore(resource, series, recurrence, at));
  const moved = rest && movedRest(rest, at, to);
  if (!moved) throw new Error(texts().editSeriesToMove);
  return { body: { ...body, recurrence: moved }, undo: { recurrence: rest } };
}

interface DryRun {
  readonly series?: SeriesEffect;
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
  const sent = body && (await scopedBody(resource, record, body, scope)).body;
  const { body: result } = await request<DryRun>(body ? 'PATCH' : 'DELETE', recordPath(resource, record.id), {
    query: { scope, dry_run: true, context: 'edit' },
    body: sent,
    signal,
  });
  if (result.series) return effectText(result.series);
  const from = scope === 'following' && { starts_after: dayBefore(String(record.start_date)) };
  const query = { occurrence_of: record.occurrence_of, per_page: 1, _fields: 'total', ...from };
  const { total } = await listRecords(resource, query, signal);
  return body ? changeText(total) : texts().removed(total);
}

const dateNames = ['start_date', 'end_date', 'all_day'];
const ruleNames = ['recurrence', 'timezone', ...dateNames];

/** What a change of a whole series does to its dates. Undefined if they stay as they are, or if the change is refused: saving
 * it says why. */
export async function seriesEffect(
  resource: ResourceInfo,
  { id }: ApiRecord,
  body: Body,
): Promise<SeriesEffect | undefined> {
  if (!ruleNames.some((name) => name in body)) return undefined;
  const query = { dry_run: true, context: 'edit' };
  try {
    const { body: result } = await request<DryRun>('PATCH', recordPath(resource, id), { query, body });
    return result.series && changesDates(result.series) ? result.series : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const sameKeys = (body: Body, from: Body): Body =>
  Object.fromEntries(Object.keys(body).map((name) => [name, from[name] ?? '']));

/** Changes a date with `If-Match`. `record` is as it was before, with its form values. */
export async function changeOccurrence(
  resource: ResourceInfo,
  record: ApiRecord,
  { scope, body, ifMatch }: { readonly scope: Scope; readonly body: Body; readonly ifMatch?: string | undefined },
): Promise<Undo> {
  const path = recordPath(resource, record.id);
  const before = record._input ?? {};
  if (scope === 'this') {
    const { etag } = await request('PATCH', path, { query: { scope }, body, ifMatch });
    return async () => {
      await request('PATCH', path, { query: { scope }, body: sameKeys(body, before), ifMatch: etag });
      return undefined;
    };
  }
  const sent = await scopedBody(resource, record, body, scope);
  const { body: series } = await readForEdit(resource, record.occurrence_of ?? 0);
  const dates = Object.fromEntries(dateNames.map((name) => [name, before[name]]));
  const old = { ...sameKeys(body, { ...series._input, ...dates }), ...sent.undo };
  const { etag } = await request('PATCH', path, { query: { scope }, body: sent.body, ifMatch });
  return async () => {
    await request('PATCH', path, { query: { scope: 'all' }, body: old, ifMatch: etag });
    return scope === 'following' ? texts().splitNote : undefined;
  };
}
