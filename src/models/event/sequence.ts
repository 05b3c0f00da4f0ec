// The sequence of an event: the number of changes that subscribers of its feed must notice, because the event takes place at
// another time or place, or not at all (SEQUENCE of RFC 5545). It never falls.
import { isDeepStrictEqual } from 'node:util';
import type { ContentWrites, Writes } from '../../core/model.js';
import { linkedIds, type Values } from '../../core/store.js';
import type { EventRow } from './columns.js';
import { dateFields, isDetached, isOccurrence } from './series/rows.js';

const countedColumns = [...dateFields, 'event_status', 'recurrence'] as const;
/** Fields of a date whose own values count. */
const countedFields: readonly string[] = [...dateFields, 'event_status', 'venue'];

const isSlim = (row: Pick<EventRow, 'id' | 'series' | 'content_id'>): boolean => isOccurrence(row) && !isDetached(row);

/** Changes of a series count for its dates, too. A date with content of its own has counted them already. */
export const shownSequence = (row: EventRow): number =>
  isSlim(row) ? row.sequence + row.content_sequence : row.sequence;

export const overridesSchedule = ({ own }: Pick<EventRow, 'own'>): boolean =>
  own.some((field) => countedFields.includes(field));

const isTrashChange = (before: Pick<EventRow, 'status'>, after: Values): boolean =>
  (before.status === 'trash') !== (after.status === 'trash');

/** Trashing a slim date counts for its series, which skips it, and thereby for the date. */
export function settleSequence(stored: EventRow | undefined, values: Values): number {
  if (!stored) return 0;
  const isChanged = countedColumns.some((name) => name in values && !isDeepStrictEqual(values[name], stored[name]));
  return stored.sequence + Number(isChanged || (isTrashChange(stored, values) && !isSlim(stored)));
}

/** For rows that take over values of their series without being settled. Slim dates count the change of the series. */
export const countedSequence = (
  row: Pick<EventRow, 'id' | 'series' | 'content_id' | 'sequence' | 'status'>,
  values: Values,
): Pick<EventRow, 'sequence'> | undefined => {
  const isCounted = 'event_status' in values || ('status' in values && isTrashChange(row, values));
  return isCounted && isDetached(row) ? { sequence: row.sequence + 1 } : undefined;
};

/** Counts a change of the venues, unless the same update was counted already. Venues may be given by description, so they
 * are compared as they were written. */
export const countingVenues =
  (update: Writes['update'], { whole }: ContentWrites): Writes['update'] =>
  async (context, model, stored, given) => {
    if (given.venue === undefined) return update(context, model, stored, given);
    const before = (await whole(context, model, stored.id)) as EventRow;
    const written = await update(context, model, stored, given);
    const after = (await whole(context, model, stored.id)) as EventRow;
    const isMoved = !isDeepStrictEqual(linkedIds(before, 'venue'), linkedIds(after, 'venue'));
    if (!isMoved || after.sequence !== before.sequence) return written;
    const sequence = before.sequence + 1;
    await context.store.update(model, stored.id, { sequence });
    return { ...written, ...(written.after && { after: { ...written.after, sequence } }) };
  };
