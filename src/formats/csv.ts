// CSV (RFC 4180): a header row of column names, then one row per record.
import type { FeedFormat } from '../core/format.js';

/** Neither text nor layout; some readers reject files with them. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** Spreadsheets execute cells that begin with these as formulas. */
const formula = /^[=+\-@\t\r]/;
const quoted = /[",\r\n\u0085\u2028\u2029]|^\s|\s$/;

function cell(value: string): string {
  const text = value.replace(controls, '');
  const safe = formula.test(text) ? `'${text}` : text;
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;

export const csv: FeedFormat<'cells'> = {
  name: 'csv',
  mediaType: 'text/csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  items: 'cells',
  isUnpaged: true,
  open: ({ columns }) => ({
    start: () => row(columns),
    item: (cells) => row(columns.map((column) => cells[column] ?? '')),
    end: () => '',
  }),
};
