import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedHead, feedOf, hostileText } from '../../tests/harness/calendar-entries.js';
import { csv } from './csv.js';

const write = (...rows: readonly Record<string, string>[]): string => feedOf(csv, rows);

/** Rows of RFC 4180: a line break outside quotes ends a row. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('CSV', () => {
  test('has a header row, then the cells in the order of the columns', () => {
    expect(write({ NOTE: 'b', NAME: 'a' }, { NAME: 'c' })).toBe('NAME,NOTE\r\na,b\r\nc,\r\n');
    expect(feedOf(csv, [], { ...feedHead, columns: ['A', 'B, C'] })).toBe('A,"B, C"\r\n');
  });

  test('quotes separators, quotes and line breaks', () => {
    expect(write({ NAME: 'a,b', NOTE: 'say "hi"\r\nagain' })).toBe('NAME,NOTE\r\n"a,b","say ""hi""\r\nagain"\r\n');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\u0000=1'])('defuses the formula %j', (formula) => {
    const [, [cell = ''] = []] = rowsOf(write({ NAME: formula }));
    expect(cell).toBe(`'${formula.replace('\u0000', '')}`);
  });

  test('keeps every cell in its place for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ NAME: hostileText, NOTE: hostileText })), (rows) => {
        const [header, ...read] = rowsOf(write(...rows));
        expect(header).toEqual(['NAME', 'NOTE']);
        const clean = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
        const defused = (text: string): string => clean(text).replace(/^(?=[=+\-@\t\r])/, "'");
        expect(read).toEqual(rows.map(({ NAME, NOTE }) => [defused(NAME), defused(NOTE)]));
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
