// COPY into PostgreSQL: rows as lines of text in one message, which is the quickest way in.
import type pg from 'pg';
import type { Cell } from '../../src/core/column.js';

interface Wire {
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

/** The driver calls these as the server answers. */
export const copyIn = (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = rows.map((row) => `${row.map(cellText).join('\t')}\n`).join('');
    const copy = {
      submit: (wire: Wire) => wire.query(`copy ${table} (${columns.join(', ')}) from stdin`),
      handleCopyInResponse: (wire: Wire) => {
        wire.sendCopyFromChunk(Buffer.from(text));
        wire.endCopyFrom();
      },
      handleError: reject,
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
    };
    client.query(copy as unknown as pg.Submittable);
  });
