// COPY into PostgreSQL, the fastest way to insert: all rows as lines of text in one message.
import type pg from 'pg';
import type { Cell } from '../../src/core/column.js';

interface DriverConnection {
  readonly query: (text: string) => void;
  readonly sendCopyFromChunk: (chunk: Buffer) => void;
  readonly endCopyFrom: () => void;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const cellText = (cell: Cell): string =>
  cell === null
    ? '\\N'
    : typeof cell === 'string'
      ? cell.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? '')
      : String(cell);

/** A query object whose handlers the driver calls for each message of the server. */
export const copyIn = (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = rows.map((row) => `${row.map(cellText).join('\t')}\n`).join('');
    const copy = {
      submit: (connection: DriverConnection) => connection.query(`copy ${table} (${columns.join(', ')}) from stdin`),
      handleCopyInResponse: (connection: DriverConnection) => {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleError: reject,
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
    };
    client.query(copy as unknown as pg.Submittable);
  });
