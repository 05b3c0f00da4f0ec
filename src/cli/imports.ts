// `import list`, `show` and `undo`: the imports so far and their reports.
import type { Command } from 'commander';
import { contextWithSettings, now } from '../app.js';
import { operator } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { Store } from '../core/store.js';
import { type ImportRow, imports } from '../imports/tables.js';
import { undoImport } from '../imports/undo.js';
import { isUndoable, stateOf, undoUntil } from '../imports/undoable.js';
import { CommandError } from './command-error.js';
import { reportText } from './import-report.js';
import { readId } from './numbers.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface Options {
  readonly json?: true;
}

const listed = 50;

async function list(terminal: Terminal, { json }: Options): Promise<void> {
  const order = [{ column: 'id', descending: true }];
  const rows = await withStore(terminal, (store) =>
    store.list({ table: imports, where: is('dry_run', false), order, limit: listed }),
  );
  if (json) return terminal.print(JSON.stringify(rows));
  const cells = rows.map((row) => {
    const { id, kind, user_name, started_utc, name } = row;
    return [String(id), kind, stateOf(row), user_name, started_utc, name];
  });
  terminal.print(table([['ID', 'KIND', 'STATE', 'USER', 'STARTED (UTC)', 'NAME'], ...cells]));
}

async function find(store: Store, id: number): Promise<ImportRow> {
  const row = await store.read({ table: imports, where: is('id', id) });
  if (!row) throw new CommandError(`There is no import ${id}.`);
  return row;
}

async function show(terminal: Terminal, id: number, { json }: Options): Promise<void> {
  const row = await withStore(terminal, (store) => find(store, id));
  if (json) return terminal.print(JSON.stringify(row));
  terminal.info(
    `Import ${id} of ${row.name} (${row.kind}, ${row.source}): ${stateOf(row)}, started ${row.started_utc} UTC.`,
  );
  terminal.print(reportText(row.report));
}

async function undo(terminal: Terminal, id: number): Promise<void> {
  await withStore(terminal, async (store, config) => {
    const row = await find(store, id);
    if (!isUndoable(row))
      throw new CommandError(`Import ${id} cannot be undone: it is running, mirrored or a complete copy.`);
    if (now() > undoUntil(row)) throw new CommandError('An import can be undone within a day only.');
    const { report } = await undoImport(await contextWithSettings(config, store, operator), store, row.id);
    const { removed, restored, kept } = report.undone ?? { removed: 0, restored: 0, kept: 0 };
    terminal.info(
      `Removed ${removed} records, restored ${restored}, left ${kept} as they are. Details: almanac import show ${id}`,
    );
  });
}

export function importsCommands(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list the last imports')
    .option('--json', 'print JSON')
    .action((options: Options) => list(terminal, options));
  parent
    .command('show')
    .argument('<id>', 'ID of the import', readId)
    .description('print the report of an import')
    .option('--json', 'print JSON')
    .action((id: number, options: Options) => show(terminal, id, options));
  parent
    .command('undo')
    .argument('<id>', 'ID of the import', readId)
    .description('undo an import of the last day: created records go to the trash, updated ones are restored')
    .action((id: number) => undo(terminal, id));
}
