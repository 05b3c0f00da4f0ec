// An import with its report, as responses show it.
import type { Call } from '../core/call.js';
import { key, maybe, output } from '../core/output.js';
import { described, flagSchema, integer, listOf, objectOf, type Schema, text } from '../core/schema.js';
import { outcomes } from '../imports/incoming.js';
import type { Undone } from '../imports/report.js';
import { isInterrupted, stoppedText } from '../imports/running.js';
import type { ImportRow } from '../imports/tables.js';
import { isUndoable, mayUndo, stateOf, undoUntil } from '../imports/undoable.js';

const csvSchema: Schema = objectOf(
  {
    resource: text,
    columns: listOf(
      objectOf(
        {
          name: text,
          field: described(text, 'Absent if the column is ignored.'),
          guessed: described(flagSchema, 'True if the field was recognized by the values of the column.'),
        },
        { optional: ['field', 'guessed'] },
      ),
    ),
    missing: described(listOf(text), 'Required fields without a column.'),
    fields: described(listOf(text), 'Fields that a column can be mapped to.'),
    rows: integer,
    sample: described(listOf(listOf(text)), 'The first rows.'),
    date_question: objectOf(
      {
        text: described(text, 'The first date that could be several ones.'),
        choices: listOf(objectOf({ date_format: text, date: described(text, 'The date with this `date_format`.') })),
      },
      { description: 'Absent if every date is clear.' },
    ),
  },
  { description: 'Columns of a CSV file, in dry runs.', optional: ['date_question'] },
);

const previewSchema: Schema = objectOf(
  {
    resource: text,
    place: text,
    result: { ...text, enum: outcomes },
    id: described(integer, 'ID of an existing record.'),
    fields: { type: 'object', description: 'Fields as a request of the resource has them.' },
  },
  { optional: ['id'] },
);

const byName = (description: string, additionalProperties: Schema): Schema => ({
  type: 'object',
  description,
  additionalProperties,
});

const reportSchema: Schema = objectOf(
  {
    error: described(text, 'Why it ended before its end. Absent otherwise.'),
    counts: byName('Numbers of records by resource and result.', {
      type: 'object',
      properties: Object.fromEntries(outcomes.map((name) => [name, integer])),
    }),
    warnings: byName(
      'By kind, with the first of each.',
      objectOf({
        count: integer,
        examples: listOf(objectOf({ place: described(text, 'Where it is in the source.'), text })),
      }),
    ),
  },
  { optional: ['error'] },
);

const undoneSchema: Schema = {
  type: 'object',
  description: 'Numbers of records that an undo has removed, restored, or left as they were.',
  properties: { removed: integer, restored: integer, kept: integer },
};

/** An import, and how its caller sees it. */
export interface ShownImport extends ImportRow {
  readonly call: Call;
  /** Instead of that of the report. */
  readonly undone?: Undone | undefined;
}

function offeredUntil(row: ShownImport): string {
  const { id, state, call } = row;
  const isOffered = id !== 0 && state !== 'undone' && isUndoable(row) && mayUndo(row, call.actor);
  return isOffered && call.now <= undoUntil(row) ? undoUntil(row) : '';
}

/** With resources by their paths. */
function reportOf(row: ShownImport) {
  const { report, call } = row;
  const resourcePath = (model: string) => call.facade.shapes.find((shape) => shape.model.name === model)?.path ?? model;
  const error = report.error ?? (isInterrupted(row) ? stoppedText : undefined);
  return {
    counts: Object.fromEntries(Object.entries(report.counts).map(([model, counts]) => [resourcePath(model), counts])),
    warnings: report.warnings,
    ...(error !== undefined && { error }),
  };
}

const time = '2026-11-16 09:30:02';

export const importOutput = output<ShownImport>('Import', 'An import with its report.', {
  id: key(described(integer, '0 for a dry run that was not stored.'), 3),
  kind: key(described(text, '`csv`, `ical`, `ndjson`, `tec` or `subscription`.'), 'csv'),
  name: key(described(text, 'Name of the file, or URL.'), 'autumn.csv'),
  source: key(text, 'box-office'),
  state: key(
    described(
      text,
      '`running`, `finished`, `failed`, `interrupted` (its process has ended, or its undo has stopped: start it again), `mirrored`, `undoing` or `undone`.',
    ),
    'finished',
    stateOf,
  ),
  dry_run: maybe(
    described(flagSchema, 'True for a dry run that took long. It is stored for a day.'),
    (row) => row.dry_run || undefined,
  ),
  user: key(
    objectOf(
      { id: integer, name: text },
      { description: 'The user who imported it. ID 0 for jobs and the command line.' },
    ),
    { id: 1, name: 'ada' },
    (row) => ({ id: row.user_id, name: row.user_name }),
  ),
  started_utc: key(text, '2026-11-16 09:30:00'),
  changed_utc: maybe(described(text, 'Time of the last page.'), undefined, time),
  finished_utc: key(described(text, 'Empty until it is finished.'), time),
  undo_until_utc: key(
    described(text, 'The caller may undo it until then. Empty if not.'),
    '2026-11-17 09:30:02',
    offeredUntil,
  ),
  report: key(
    reportSchema,
    {
      counts: { events: { created: 40, updated: 2, same: 0, skipped: 0, failed: 0 } },
      warnings: {
        'ambiguous date': {
          count: 1,
          examples: [{ place: 'line 7', text: '“05/06/2027” could be two dates. Choose a date format.' }],
        },
      },
    },
    reportOf,
  ),
  undone: maybe(undoneSchema, (row) => row.undone ?? row.report.undone),
  preview: maybe(
    described(listOf(previewSchema), 'The first 50 records, up to 1 MiB, in dry runs.'),
    (row) => row.preview?.preview,
  ),
  csv: maybe(csvSchema, (row) => row.preview?.csv),
});
