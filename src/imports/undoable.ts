// Whether an import can be undone, by whom and until when.
import { type Actor, may } from '../core/actor.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { isInterrupted } from './running.js';
import type { ImportRow } from './tables.js';

export const undoUntil = ({ finished_utc, changed_utc }: ImportRow): string =>
  plusSeconds(finished_utc || changed_utc, DAY);

export const mayUndo = (row: ImportRow, actor: Actor): boolean =>
  may(actor, 'administer') || (actor.id !== 0 && row.user_id === actor.id);

/** Mirrored imports are repeated, so that undoing one would not last. Complete copies, which have no source, keep the history
 * of their records, so that no revision names them. */
export const isUndoable = (row: ImportRow): boolean =>
  row.source !== '' &&
  !row.dry_run &&
  (row.state === 'finished' || row.state === 'failed' || row.state === 'undone' || isInterrupted(row));

/** The stored state, or `interrupted` if nobody works on it any more. */
export const stateOf = (row: ImportRow): ImportRow['state'] | 'interrupted' =>
  isInterrupted(row) ? 'interrupted' : row.state;
