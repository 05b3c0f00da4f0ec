// Versions of records: clients compare them, and ETags begin with them.
import { createHash } from 'node:crypto';
import type { Row, Table } from '../core/store.js';

/** Records without a version number are identified by a digest of their values. The version of a record that reads from a
 * content row changes with that row. */
export function versionOf(row: Row, { content }: Pick<Table, 'content'>): string {
  if (row.version === undefined) return createHash('sha1').update(JSON.stringify(row)).digest('hex').slice(0, 12);
  const hasOwnContent = !content || row[content.column] === row.id;
  return hasOwnContent ? String(row.version) : `${row.version}.${row.content_version}`;
}
