// Reads the line of a record in a complete export: every column by its type, and texts by the rules of the API, so that a
// file cannot bring in markup or URLs that a request could not.
import type { Call } from '../../core/call.js';
import type { Column } from '../../core/column.js';
import type { AnyField, Fields, Given } from '../../core/field.js';
import type { Model, Registry } from '../../core/model.js';
import { fileNames, partsOf } from '../../core/picture.js';
import { catchInvalid } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { isStorable } from '../../core/text/wellformed.js';
import type { MediaRow } from '../../models/media/columns.js';
import { blankOf, contentColumnsOf, exportedColumns } from './columns.js';
import { RecordFault } from './fault.js';

export interface RestoredRecord {
  readonly line: number;
  readonly model: Model;
  /** All columns but counters. Credentials that the line does not have are blank. */
  readonly row: Row;
  /** Columns of `row` that an existing record keeps. */
  readonly kept: readonly string[];
  /** IDs by field; absent for a row that reads its links from another one. */
  readonly links: Readonly<Record<string, readonly number[]>>;
}

export const maxId = 2 ** 31 - 1;

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxId;

export function parseRecord(line: number, model: Model, given: Given, registry: Registry, call: Call): RestoredRecord {
  const { resource: _, id, ...values } = given;
  if (!isId(id)) throw new RecordFault('id: Must be a positive whole number.');
  const { names, credentials, table } = exportedColumns(model, registry);
  const fields = fieldsByColumn(model, call);
  const row: Record<string, unknown> & { id: number } = { id };
  for (const name of names) {
    const column = table.columns[name] as Column<unknown>;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    row[name] = value === undefined ? blankOf(column) : readColumn(name, column, fields[name], value, model, call);
  }
  const unknown = Object.keys(values).find((name) => !names.includes(name) && !(name in model.links));
  if (unknown !== undefined) throw new RecordFault(`${unknown}: ${model.noun.many} have no such column.`);
  Object.assign(row, model.keys(row));
  for (const name of contentColumnsOf(model, row)) {
    if (Object.hasOwn(values, name)) throw new RecordFault(`${name}: Belongs to the master of the series.`);
    row[name] = blankOf(model.columns[name] as Column<unknown>);
  }
  if ('hash' in model.columns) refuseFileNames(row as unknown as MediaRow);
  return {
    line,
    model,
    row: row as Row,
    kept: [...credentials].filter((name) => !(name in values)),
    links: linksIn(model, values),
  };
}

function linksIn({ links }: Model, values: Given): RestoredRecord['links'] {
  return Object.fromEntries(
    Object.keys(links).map((field) => {
      const ids = Object.hasOwn(values, field) ? values[field] : [];
      if (!Array.isArray(ids) || !ids.every(isId) || new Set(ids).size < ids.length)
        throw new RecordFault(`${field}: Must be a list of different IDs.`);
      return [field, ids];
    }),
  );
}

const byColumn = new WeakMap<Model, Fields>();

/** Fields of the API whose values are stored as they are read, by column. */
function fieldsByColumn(model: Model, { facade }: Call): Fields {
  const known = byColumn.get(model);
  if (known) return known;
  const shape = facade.shapes.find((one) => one.model.name === model.name);
  const plain = Object.entries<AnyField>(shape?.fields ?? {}).filter(
    ([, { lookUp, prepare }]) => lookUp === undefined && prepare === undefined,
  );
  const fields = Object.fromEntries(plain.map(([name, field]) => [field.sets ?? name, field]));
  byColumn.set(model, fields);
  return fields;
}

const isMoment = /(_utc|_date)$|^original_start$/;
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function readColumn(
  name: string,
  column: Column<unknown>,
  field: AnyField | undefined,
  value: unknown,
  model: Model,
  call: Call,
): unknown {
  const fault = faultOf(column, value);
  if (fault) throw new RecordFault(`${name}: ${fault}`);
  if (column.secret) return value;
  if (name === 'translations') return readTranslations(value, model, call);
  if (isMoment.test(name) && !moment.test(String(value)))
    throw new RecordFault(`${name}: Must be a moment such as 2027-05-01 10:00:00.`);
  return typeof value === 'string' || name in model.stored ? cleaned(name, column, field, value, call) : value;
}

/** A field that reads another type than it stores is not checked further. */
function cleaned(
  name: string,
  column: Column<unknown>,
  field: AnyField | undefined,
  value: unknown,
  call: Call,
): unknown {
  if (!field || value === '') return value;
  const read: unknown = catchInvalid(
    () => field.kind.read(value, call),
    ({ message }): never => {
      throw new RecordFault(`${name}: ${message}`);
    },
  );
  return typeof read === typeof value && faultOf(column, read) === undefined ? read : value;
}

/** Texts by language and column. */
function readTranslations(value: unknown, model: Model, call: Call): unknown {
  const fields = fieldsByColumn(model, call);
  return Object.fromEntries(
    Object.entries(value as object).map(([language, texts]: [string, unknown]) => {
      if (!/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(language) || typeof texts !== 'object' || texts === null)
        throw new RecordFault(`translations: ${language} is not a language with its texts.`);
      const read = Object.entries(texts).map(([name, text]: [string, unknown]) => {
        const column = model.columns[name];
        if (!column || !model.translated.includes(name) || typeof text !== 'string')
          throw new RecordFault(`translations: ${model.noun.many} have no translated ${name}.`);
        return [name, cleaned(name, column, fields[name], text, call)];
      });
      return [language, Object.fromEntries(read)];
    }),
  );
}

const wordsOf = { string: 'text', integer: 'a whole number', boolean: 'true or false' } as const;

/** Undefined if the column can store the value. */
function faultOf(column: Column<unknown>, value: unknown): string | undefined {
  if (!isStorableJson(value)) return 'Contains a NUL character or an unpaired surrogate. Remove it.';
  const { type, enum: words } = column.schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  if (words && !words.includes(value)) return `Must be one of ${words.join(', ')}.`;
  if (type === 'string' || type === 'boolean') return typeof value === type ? undefined : `Must be ${wordsOf[type]}.`;
  if (type === 'integer')
    return Number.isInteger(value) && Math.abs(Number(value)) <= maxId ? undefined : `Must be ${wordsOf.integer}.`;
  if (column.type === 'real') return typeof value === 'number' ? undefined : 'Must be a number.';
  if (hasUnsafeUrl(value)) return 'Has a URL that does not begin with https:// or http://.';
  const isList = Array.isArray(blankOf(column));
  return typeof value === 'object' && value !== null && Array.isArray(value) === isList
    ? undefined
    : `Must be ${isList ? 'a list' : 'an object'}.`;
}

function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableJson(inner));
}

/** Links inside lists and objects, such as those of tickets. */
function hasUnsafeUrl(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => (name === 'url' && !/^https?:\/\//i.test(String(inner))) || hasUnsafeUrl(inner),
  );
}

/** Names of files must not lead out of their folder. */
function refuseFileNames(row: MediaRow): void {
  const sizes = Object.values<unknown>(row.sizes);
  if (!sizes.every((size) => typeof size === 'object' && size !== null))
    throw new RecordFault('sizes: Must have an object for each size.');
  if (!fileNames(row).every((name) => partsOf(name)))
    throw new RecordFault('hash, sizes: Must name files that are called by their hash.');
}
