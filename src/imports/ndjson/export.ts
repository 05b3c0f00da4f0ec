// The complete export: every record as one line of JSON, the same text for the same content on both engines. The first line
// names the format, the last one counts the records, so that a file that was cut off is noticed. Nothing in it depends on the
// time or on the database.
import { everything } from '../../core/condition.js';
import { rowBatches } from '../../core/each-row.js';
import type { Model, Registry } from '../../core/model.js';
import { linkedIds, type Reader, type Row } from '../../core/store.js';
import { contentColumnsOf, exportedColumns, isBlank } from './columns.js';
import { groupsOf, modelsInOrder } from './order.js';

/** Version of the format. */
export const exportVersion = 1;

export interface ExportOptions {
  /** Also digests of passwords of users, and the URL of the mail server. */
  readonly credentials?: boolean;
  readonly signal?: AbortSignal;
}

export interface ExportHeader {
  readonly almanac: number;
  /** Host in the UIDs of feeds, so that calendar apps recognize the events of the new calendar. */
  readonly uid_host?: string;
}

/** Rows that are read and encoded at once. */
const chunkRows = 100;

export async function* exportLines(
  reader: Reader,
  registry: Registry,
  header: Omit<ExportHeader, 'almanac'>,
  options: ExportOptions = {},
): AsyncGenerator<string> {
  yield `${JSON.stringify({ almanac: exportVersion, ...header })}\n`;
  let records = 0;
  for (const model of modelsInOrder(registry)) {
    for await (const lines of linesOf(reader, registry, model, options)) {
      records += lines.length;
      yield lines.join('');
    }
  }
  yield `${JSON.stringify({ almanac: exportVersion, records })}\n`;
}

async function* linesOf(
  reader: Reader,
  registry: Registry,
  model: Model,
  { credentials = false, signal }: ExportOptions,
): AsyncGenerator<readonly string[]> {
  const { table } = exportedColumns(model, registry);
  const embeds = Object.keys(model.links).map((field) => ({ field, visible: everything }));
  let count = 0;
  for await (const group of groupsOf(reader, model, table)) {
    for await (const rows of rowBatches(reader, { table, where: group, embeds, size: chunkRows })) {
      signal?.throwIfAborted();
      count += rows.length;
      yield rows.map((row) => lineOf(model, registry, row, credentials));
    }
  }
  const total = await reader.count({ table, where: everything });
  if (count !== total)
    throw new Error(
      `${total - count} ${model.noun.many} are in a loop of parents: run \`almanac doctor\` to repair it`,
    );
}

export function lineOf(model: Model, registry: Registry, row: Row, withCredentials: boolean): string {
  const { names, credentials, table } = exportedColumns(model, registry);
  const elsewhere = contentColumnsOf(model, row);
  const values: [string, unknown][] = names.flatMap((name) => {
    const column = table.columns[name];
    if (!column || elsewhere.includes(name) || (credentials.has(name) && !withCredentials)) return [];
    return isBlank(column, row[name]) ? [] : [[name, row[name]]];
  });
  const links: [string, unknown][] = elsewhere.length
    ? []
    : Object.entries(model.links).flatMap(([field, { sortedBy }]) => {
        const ids = linkedIds(row, field);
        if (ids.length === 0) return [];
        return [[field, sortedBy ? [...ids].sort((one, other) => one - other) : ids]];
      });
  const sorted = [...values, ...links].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify({ resource: model.name, id: row.id, ...Object.fromEntries(sorted) })}\n`;
}
