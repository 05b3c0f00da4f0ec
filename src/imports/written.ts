// What an import set in a record, as a digest: a later import that finds another digest knows that someone changed the
// record since. Only columns that the import sets count, without the status, which editors decide on.
import { createHash } from 'node:crypto';
import type { Column } from '../core/column.js';
import type { Given } from '../core/field.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';

const columnOf = (name: string): string => (name === 'image' ? 'image_id' : name);

const columnsSetBy = ({ fields, model }: Shape, given: Given): readonly string[] =>
  Object.keys(given)
    .map((name) => columnOf(fields[name]?.sets ?? name))
    .filter((name) => name in model.columns && name !== 'status')
    .sort();

function digestOf({ model }: Shape, columns: readonly string[], row: Row): string {
  const cells = columns.map((name) => {
    const column: Column<unknown> | undefined = model.columns[name];
    return column ? column.encode(row[name]) : null;
  });
  return createHash('sha1').update(JSON.stringify(cells)).digest('base64url');
}

/** Names of the columns and their digest, then the same of those that it set because they were empty. */
export function writtenBy(shape: Shape, given: Given, row: Row, filled: readonly string[] = []): string {
  const columns = columnsSetBy(shape, given);
  const written = `${columns.join()}:${digestOf(shape, columns, row)}`;
  return filled.length ? `${written}:${filled.join()}:${digestOf(shape, filled, row)}` : written;
}

const columnsIn = (written: string): readonly string[] => written.split(':')[0]?.split(',').filter(Boolean) ?? [];

export const hasWritten = (written: string, column: string): boolean => columnsIn(written).includes(column);

/** The same columns with the digest of a row that was repaired. */
export function writtenAgain(shape: Shape, written: string, row: Row): string {
  const [names = '', , ...rest] = written.split(':');
  return [names, digestOf(shape, columnsIn(written), row), ...rest].join(':');
}

/** Columns that an import filled because they were empty, and that nobody changed since. */
export function filledBy(shape: Shape, written: string, row: Row): readonly string[] {
  const [, , names = '', digest] = written.split(':');
  const columns = names === '' ? [] : names.split(',');
  return digest === digestOf(shape, columns, row) ? columns : [];
}

export function wasChangedSince(shape: Shape, written: string, row: Row): boolean {
  if (written === '') return false;
  const [, digest] = written.split(':');
  return digest !== digestOf(shape, columnsIn(written), row);
}
