// The tables of folders in docs/ARCHITECTURE.md, printed from the import table.
import type { Dirent } from 'node:fs';
import { consoleFolders, table } from './import-table.js';

const code = (name: string): string => `\`${name}\``;

/** Single files are named by their folder. */
function importsIn(local: readonly string[]): string {
  const folders = local.filter((name) => !name.endsWith('.ts') || !name.includes('/'));
  const parts = [
    ...new Set(local.filter((name) => !folders.includes(name)).map((name) => name.split('/', 1)[0] ?? '')),
  ];
  const listed = [...folders.map(code), ...parts.map((name) => `parts of ${code(name)}`)];
  return listed.join(', ') || 'nothing of ours';
}

const folderRows = Object.entries(table).flatMap(([name, { contents, local }]) =>
  contents === undefined
    ? []
    : [`| ${code(name.endsWith('.ts') ? name : `${name}/`)} | ${contents} | ${importsIn(local)} |`],
);

const consoleRows = (entries: readonly Dirent[]): readonly string[] => {
  const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const unknown = found.filter((name) => !(name in consoleFolders));
  const missing = Object.keys(consoleFolders).filter((name) => !found.includes(name));
  if (unknown.length || missing.length)
    throw new Error(`tools/import-table.ts lacks the console folders ${unknown}, and has ${missing} that do not exist`);
  return Object.entries(consoleFolders).map(([name, contents]) => `| ${code(`${name}/`)} | ${contents} |`);
};

/** Replaces the rows of the table with this head. */
function withRows(text: string, head: string, rows: readonly string[]): string {
  const lines = text.split('\n');
  const start = lines.indexOf(head);
  if (start < 0) throw new Error(`docs/ARCHITECTURE.md has no table ${head}`);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return [...lines.slice(0, start + 2), ...rows, ...lines.slice(end)].join('\n');
}

export const withTables = (text: string, admin: readonly Dirent[]): string =>
  withRows(
    withRows(text, '| folder | contents | may import |', [
      ...folderRows,
      '| `app.ts`, `main.ts` | put the parts together | anything |',
    ]),
    '| folder of `web/admin/` | contents |',
    consoleRows(admin),
  );
