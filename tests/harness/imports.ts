// Rows in the tables of imports, for tests of whole databases.
import { sourceOwners } from '../../src/core/external.js';
import type { Writer } from '../../src/core/store.js';
import { emptyReport } from '../../src/imports/report.js';
import { imported, imports } from '../../src/imports/tables.js';

export async function addImport(writer: Writer, now: string): Promise<void> {
  await writer.insert(imports, {
    kind: 'csv',
    name: 'fäir.csv',
    source: 'csv:fair',
    state: 'finished',
    user_id: 1,
    user_name: 'Zoë',
    options: { match: 'uid' },
    position: { line: 7 },
    report: emptyReport,
    started_utc: now,
    changed_utc: now,
    finished_utc: now,
    lease: {},
    dry_run: false,
    preview: {},
  });
  await writer.insert(sourceOwners, { source: 'zoe', user_id: 1 });
  await writer.insert(imported, {
    resource: 'event',
    record_id: 1,
    source: 'csv:fair',
    external_id: '7',
    hash: 'a',
    version: 'b',
    missed: 0,
    removed: undefined,
  });
}
