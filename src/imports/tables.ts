// The stored state of imports and of imported records.
import { choiceColumn, flagColumn, integerColumn, jsonColumn, textColumn } from '../core/column.js';
import type { Given } from '../core/field.js';
import type { Status } from '../core/status.js';
import { plainTable, type RowIn } from '../core/store.js';
import type { EndedSeries } from '../models/event/series/reopen.js';
import type { LeaseValue } from './lease.js';
import { emptyReport, type Report } from './report.js';

export const importKinds = ['tec', 'ical', 'csv', 'ndjson', 'subscription'] as const;
export type ImportKind = (typeof importKinds)[number];

/** `mirrored`: finished for now, and repeated until the owner switches over. */
export const importStates = ['running', 'finished', 'failed', 'mirrored', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** Of the process that works on an import; empty while none does. */
export interface RunLease extends Partial<LeaseValue> {
  /** Differs in every run. */
  readonly run?: string;
}

const importColumns = {
  kind: choiceColumn(importKinds, 'csv'),
  /** Name of the file, or URL. */
  name: textColumn,
  source: textColumn,
  state: choiceColumn(importStates, 'failed'),
  /** 0 for the command line and jobs. */
  user_id: integerColumn,
  user_name: textColumn,
  options: jsonColumn<Given>({}),
  /** Where the next page begins. */
  position: jsonColumn<Given>({}),
  report: jsonColumn<Report>(emptyReport),
  started_utc: textColumn,
  changed_utc: textColumn,
  /** Empty until it is finished. */
  finished_utc: textColumn,
  lease: jsonColumn<RunLease>({}),
  /** Stored only if it takes long, and for a day. */
  dry_run: flagColumn,
  /** Of a dry run: its first records, and the columns of its file. */
  preview: jsonColumn<Given>({}),
};
export const imports = { ...plainTable('imports', importColumns), sequence: 'import' };
export type ImportRow = RowIn<typeof importColumns>;

export interface Removed {
  readonly status: Status;
  /** Of a series whose later dates were removed. */
  readonly series?: EndedSeries;
}

const importedColumns = {
  /** Name of the model. */
  resource: textColumn,
  record_id: integerColumn,
  /** Together they find the record again. Several sources can know one record. */
  source: textColumn,
  external_id: textColumn,
  /** Digest of what the source said last. */
  hash: textColumn,
  /** Names and digest of the columns that the import set (written.ts): another digest means that someone changed them
   * since. Empty if it set none. The same follows for columns that it filled because they were empty. */
  version: textColumn,
  /** Number of reads of the whole source in a row without this record. Subscriptions also store decisions (missing.ts). */
  missed: integerColumn,
  /** How it is restored, if it was removed because its source no longer listed it. */
  removed: jsonColumn<Removed | undefined>(undefined),
};
export const imported = { ...plainTable('imported', importedColumns), sequence: 'imported' };
export type ImportedRow = RowIn<typeof importedColumns>;
