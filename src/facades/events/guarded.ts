// Values of an event that its password hides in lists, unless the caller may open the event.
import type { Schema } from '../../core/schema.js';
import type { Output, View } from '../../core/shape.js';
import type { EventRow } from '../../models/event/columns.js';
import { out } from './outputs.js';

export const isLocked = (row: EventRow, view: View): boolean => row.password !== '' && !view.opens(row);

/** Blank while the event is locked by its password. */
export const guarded = (schema: Schema, blank: unknown, of: (row: EventRow, view: View) => unknown): Output<EventRow> =>
  out<EventRow>(schema, (row, view) => (isLocked(row, view) ? blank : of(row, view)));

/** Null while the event is locked by its password. */
export const guardedOrNull = ({ schema, of }: Output): Output =>
  guarded(
    {
      ...schema,
      type: [schema.type ?? [], 'null'].flat(),
      description: 'Null in lists while the event is password-protected.',
    },
    null,
    of,
  );
