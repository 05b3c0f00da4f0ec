// Reads a file of lines: either a complete export, which its first line says, or records as the API has them. The file is
// checked as a whole before anything is written, so that a damaged one changes nothing.

import type { Given } from '../../core/field.js';
import { isObject } from '../../core/is-object.js';
import type { Model, Registry } from '../../core/model.js';
import type { Shape } from '../../core/shape.js';
import { exportedColumns } from './columns.js';
import { exportVersion } from './export.js';
import { ImportFault } from './fault.js';
import { linesOf, type RecordLine } from './lines.js';
import { maxId } from './parse-record.js';
import { checkIdentity, sourceOf } from './records.js';

/** Opens the file at its beginning; it is read twice. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

export interface FileFacts {
  /** `complete`: a complete export. `records`: records as the API has them. */
  readonly format: 'complete' | 'records';
  readonly uidHost?: string;
  /** Source of records as the API has them; empty for a complete export. */
  readonly source: string;
  /** Lines with a record. */
  readonly records: number;
}

const maxRecords = 5_000_000;

function objectOf(text: string, line: number): Given {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportFault(line, 'The line is not valid JSON. If it is the last one, the file was cut off.');
  }
  if (!isObject(value)) throw new ImportFault(line, 'The line is not a JSON object.');
  return value;
}

/** Finds models by their names, and by the paths of their lists. */
export function modelsByName(shapes: readonly Shape[], registry: Registry): ReadonlyMap<string, Model> {
  return new Map([
    ...shapes.map(({ path, model }): [string, Model] => [path, model]),
    ...registry.models.map((model): [string, Model] => [model.name, model]),
  ]);
}

/** Lines of records, from a line on. A line without `resource` is an event, as in the feed of events. */
export async function* recordLines(
  open: OpenFile,
  models: ReadonlyMap<string, Model>,
  { format }: Pick<FileFacts, 'format'>,
  after: number,
): AsyncGenerator<RecordLine> {
  for await (const { number, text } of linesOf(open())) {
    if (number <= after) continue;
    const given = objectOf(text, number);
    if (format === 'complete' && Object.hasOwn(given, 'almanac')) continue;
    yield { line: number, model: modelOf(given, models, number), given };
  }
}

function modelOf({ resource = 'event' }: Given, models: ReadonlyMap<string, Model>, line: number): Model {
  const model = models.get(String(resource));
  if (!model) throw new ImportFault(line, `There is no resource ${JSON.stringify(resource).slice(0, 100)}.`);
  return model;
}

/** Checks the whole file: syntax, resources, columns, doubled IDs, and that nothing is missing at its end. */
export async function checkFile(
  open: OpenFile,
  models: ReadonlyMap<string, Model>,
  registry: Registry,
): Promise<FileFacts> {
  let facts: FileFacts | undefined;
  let records = 0;
  let end: Given | undefined;
  const ids = new Map<Model, Set<number>>();
  for await (const { number, text } of linesOf(open())) {
    const given = objectOf(text, number);
    if (!facts) {
      facts = factsOf(given, number);
      if (facts.format === 'complete') continue;
    }
    if (end) throw new ImportFault(number, 'There are lines after the end of the export.');
    if (facts.format === 'complete' && Object.hasOwn(given, 'almanac')) {
      end = given;
      continue;
    }
    const model = modelOf(given, models, number);
    if (facts.format === 'complete') checkExported(given, model, registry, number, ids);
    else checkIdentity(given, facts.source, number);
    if (++records > maxRecords) throw new ImportFault(number, `There are more than ${maxRecords} records.`);
  }
  if (!facts) throw new ImportFault(1, 'The file is empty.');
  if (facts.format === 'complete' && end?.records !== records)
    throw new ImportFault(records + 2, 'The last line of the export is missing. The file was cut off.');
  const { format, source, uidHost } = facts;
  return { format, source, ...(uidHost !== undefined && { uidHost }), records };
}

function factsOf(given: Given, line: number): FileFacts {
  if (!Object.hasOwn(given, 'almanac')) return { format: 'records', source: sourceOf(given), records: 0 };
  if (given.almanac !== exportVersion)
    throw new ImportFault(line, `The export has version ${JSON.stringify(given.almanac)}, expected ${exportVersion}.`);
  const host = given.uid_host;
  if (host === undefined) return { format: 'complete', source: '', records: 0 };
  if (typeof host !== 'string' || !/^[\w.:[\]-]{1,253}$/.test(host))
    throw new ImportFault(line, 'uid_host is not a host.');
  return { format: 'complete', source: '', uidHost: host, records: 0 };
}

function checkExported(
  given: Given,
  model: Model,
  registry: Registry,
  line: number,
  ids: Map<Model, Set<number>>,
): void {
  const { id } = given;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > maxId)
    throw new ImportFault(line, 'id must be a positive whole number.');
  const seen = ids.get(model) ?? new Set();
  ids.set(model, seen);
  if (seen.has(id)) throw new ImportFault(line, `There are two ${model.noun.many} with the ID ${id}.`);
  seen.add(id);
  const { names } = exportedColumns(model, registry);
  const unknown = Object.keys(given).find(
    (name) => name !== 'resource' && name !== 'id' && !names.includes(name) && !Object.hasOwn(model.links, name),
  );
  if (unknown !== undefined)
    throw new ImportFault(line, `${model.noun.many} have no column ${JSON.stringify(unknown).slice(0, 100)}.`);
}

/** Batches of at most so many lines. */
export async function* grouped(lines: AsyncIterable<RecordLine>, size: number): AsyncGenerator<readonly RecordLine[]> {
  let batch: RecordLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
