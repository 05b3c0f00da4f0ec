// The body of an import: its state and report, with resources by their paths.
import { type Actor, may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { isInterrupted, stoppedText } from './running.js';
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

export function importBody(row: ImportRow, { facade, actor, now }: Call) {
  const { id, kind, name, source, state, user_id, user_name, started_utc, changed_utc, finished_utc, report } = row;
  const pathOf = (model: string) => facade.shapes.find((shape) => shape.model.name === model)?.path ?? model;
  const error = report.error ?? (isInterrupted(row) ? stoppedText : undefined);
  const isOffered = id !== 0 && state !== 'undone' && isUndoable(row) && mayUndo(row, actor) && now <= undoUntil(row);
  return {
    id,
    kind,
    name,
    source,
    state: stateOf(row),
    ...(row.dry_run && { dry_run: true }),
    user: { id: user_id, name: user_name },
    started_utc,
    changed_utc,
    finished_utc,
    undo_until_utc: isOffered ? undoUntil(row) : '',
    report: {
      counts: Object.fromEntries(Object.entries(report.counts).map(([model, counts]) => [pathOf(model), counts])),
      warnings: report.warnings,
      ...(error !== undefined && { error }),
    },
    ...(report.undone && { undone: report.undone }),
    ...row.preview,
  };
}
