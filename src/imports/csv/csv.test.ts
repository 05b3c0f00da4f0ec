import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedOf, hostileText } from '../../../tests/harness/calendar-entries.js';
import { csv } from '../../formats/csv.js';
import type { Incoming, Warning } from '../incoming.js';
import { costOf, withoutGuard } from './cells.js';
import { readCellDate, readTime } from './dates.js';
import { decodeText } from './decode.js';
import type { CsvOptions } from './options.js';
import { missingColumns, openCsv } from './read.js';
import { rowsOf, separatorOf } from './rows.js';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

const cellsOf = (text: string) => [...rowsOf(text, separatorOf(text))].map(({ cells }) => cells);

async function read(file: string | Uint8Array, options: CsvOptions = {}, from = {}) {
  const records: Incoming[] = [];
  const warnings: Warning[] = [];
  const positions: unknown[] = [];
  for (const page of openCsv(typeof file === 'string' ? bytes(file) : file, options).pages(from)) {
    records.push(...page.records);
    warnings.push(...page.warnings);
    positions.push(page.position);
  }
  return { records, warnings, positions };
}

const fieldsOf = async (file: string, options?: CsvOptions) =>
  (await read(file, options)).records.map(({ fields }) => fields);

describe('rows of CSV', () => {
  test('separates by comma, semicolon or tab, whichever the header row has most', () => {
    expect(cellsOf('a,b;c,d\n1,2;3,4')).toEqual([
      ['a', 'b;c', 'd'],
      ['1', '2;3', '4'],
    ]);
    expect(cellsOf('a;b\n1,5;2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    expect(cellsOf('a\t"b,c,d"\n1\t2')).toEqual([
      ['a', 'b,c,d'],
      ['1', '2'],
    ]);
  });

  test('reads quotes, line breaks of every kind and rows of different lengths', () => {
    expect(cellsOf('a,b\r\n"say ""hi""\r\nthere","x"y\r1\n\n"",2\n')).toEqual([
      ['a', 'b'],
      ['say "hi"\r\nthere', 'xy'],
      ['1'],
      ['', '2'],
    ]);
  });

  test('names the line on which a row begins', () => {
    expect([...rowsOf('a\n"x\n\ny"\n\nz', ',')].map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  test('rejects open quotes, long cells, and too many columns or rows, with their line', () => {
    expect(() => cellsOf('a,b\n1,"2\n3')).toThrow('The quotes that open on line 2 are not closed.');
    expect(() => cellsOf(`a\n${'x'.repeat(65_537)}`)).toThrow('Line 2 has a cell of more than 64 KiB.');
    expect(() => cellsOf(`a\n"${'""'.repeat(65_537)}"`)).toThrow('Line 2 has a cell of more than 64 KiB.');
    expect(() => cellsOf(`a${','.repeat(200)}`)).toThrow('Line 1 has more than 200 columns.');
    expect(() => cellsOf('a\n'.repeat(50_002))).toThrow('The file has more than 50000 rows.');
    expect(cellsOf('a\n'.repeat(50_001))).toHaveLength(50_001);
  });

  test('reads every text that our own export writes', () => {
    const clean = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
    fc.assert(
      fc.property(fc.array(fc.record({ NAME: hostileText, NOTE: hostileText })), (rows) => {
        const written = rows.map(({ NAME, NOTE }) => [clean(NAME), clean(NOTE)]);
        // Rows without any text count as empty. An apostrophe before a formula is taken for the one that the export adds.
        fc.pre(written.flat().every((cell) => cell.trim() !== '' && !/^'[=+\-@\t\r]/.test(cell)));
        const [, ...found] = [...rowsOf(feedOf(csv, rows), ',')].map(({ cells }) => cells.map(withoutGuard));
        expect(found).toEqual(written);
      }),
    );
  });
});

describe('the encoding of a file', () => {
  test('is found by the byte order mark, or named', () => {
    expect(decodeText(bytes('\ufeffé'))).toBe('é');
    expect(decodeText(bytes('\ufeffé', 'utf16le'))).toBe('é');
    expect(decodeText(bytes('\ufeffé', 'utf16le').swap16())).toBe('é');
    expect(decodeText(bytes('é', 'utf16le'), 'utf-16')).toBe('é');
    expect(decodeText(Buffer.from([0xe9, 0x80]), 'latin-1')).toBe('é€');
  });

  test.each([
    [Buffer.from([0x61, 0xe9]), 'The file is not valid UTF-8. Choose its encoding, such as latin-1.'],
    [bytes('title', 'utf16le'), 'The file has binary content. If it is UTF-16, choose that as its encoding.'],
    [bytes('PK\u0003\u0004rest'), 'The file is a ZIP archive or a spreadsheet, not CSV. Export it as CSV first.'],
    [bytes('\n <!DOCTYPE html><title>x</title>'), 'The file is a web page, not CSV.'],
    [Buffer.alloc(10 * 1_048_576 + 1, 'a'), 'The file is larger than 10 MiB.'],
  ])('rejects other content by name %#', (file, message) => {
    expect(() => decodeText(file)).toThrow(message);
  });
});

describe('dates of cells', () => {
  test.each([
    ['2027-10-09', { day: '2027-10-09' }],
    ['2027/1/9 9:05', { day: '2027-01-09', time: '09:05:00' }],
    ['20271009', { day: '2027-10-09' }],
    ['20271009T101500', undefined],
    ['31/12/2027', { day: '2027-12-31' }],
    ['12/31/2027 2:30 PM', { day: '2027-12-31', time: '14:30:00' }],
    ['05/05/2027', { day: '2027-05-05' }],
    ['12.07.2027 19.30', { day: '2027-07-12', time: '19:30:00' }],
    ['3.4.2027 à 20h', { day: '2027-04-03', time: '20:00:00' }],
    ['9 October 2027', { day: '2027-10-09' }],
    ['Oct 9, 2027 10:00', { day: '2027-10-09', time: '10:00:00' }],
    ['2027-10-09T10:00:00.000Z', { day: '2027-10-09T10:00:00Z', isZoned: true }],
    ['2027-10-09 10:00 +02:00', { day: '2027-10-09T10:00:00+02:00', isZoned: true }],
    ['tomorrow', undefined],
    ['2027-02-30', undefined],
    ['32/12/2027', undefined],
    ['October 2027', undefined],
    ['46000', undefined],
  ])('reads %j', (cell, expected) => {
    if (expected) expect(readCellDate(cell)).toEqual(expected);
    else expect(() => readCellDate(cell)).toThrow(/is not a/);
  });

  test.each(['05/06/2027', '5-6-2027 10:00', '01/02/27', '13/02/27'])('reports %j as ambiguous', (cell) => {
    expect(() => readCellDate(cell)).toThrow('could be two dates');
  });

  test('follows a given format', () => {
    expect(readCellDate('05/06/2027', 'DD/MM/YYYY').day).toBe('2027-06-05');
    expect(readCellDate('05/06/2027', 'MM/DD/YYYY').day).toBe('2027-05-06');
    expect(readCellDate('05/06/27', 'DD/MM/YYYY').day).toBe('2027-06-05');
    expect(readCellDate('27/06/05', 'YYYY-MM-DD').day).toBe('2027-06-05');
    expect(readCellDate('2027-06-05', 'MM/DD/YYYY').day).toBe('2027-06-05');
    expect(() => readCellDate('31/12/2027', 'MM/DD/YYYY')).toThrow('is not a date');
  });

  test('reads times of several countries', () => {
    const times = ['9', '9:30', '12 am', '12:05 p.m.', '9h30', '20h', '9.30', 'noon', '23:59:59'];
    expect(times.map(readTime).join(' ')).toBe(
      '09:00:00 09:30:00 00:00:00 12:05:00 09:30:00 20:00:00 09:30:00 12:00:00 23:59:59',
    );
    for (const wrong of ['24:00', '9:60', '13 pm', 'soon', '']) expect(() => readTime(wrong)).toThrow('is not a time');
  });
});

describe('records of CSV', () => {
  test('are read by the column names of our own feed and by usual ones, also French', async () => {
    const expected = {
      title: 'Fair',
      start_date: '2027-10-09 10:00:00',
      end_date: '2027-10-09 18:00:00',
      all_day: false,
    };
    expect(
      await fieldsOf(
        'EVENT NAME,EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME\nFair,2027-10-09,10:00,2027-10-09,18:00',
      ),
    ).toEqual([expected]);
    expect(await fieldsOf('Subject;Start;End_time\nFair;2027-10-09 10:00;18:00')).toEqual([expected]);
    expect(await fieldsOf('Titre\tDate de début\tHeure de fin\nFair\t2027-10-09 10:00\t18:00')).toEqual([expected]);
  });

  test('have lists, flags, links, prices and defaults', async () => {
    const file =
      'title,start,categories,tags,venue,organizers,featured,cost,currency symbol,status\n' +
      'Fair,2027-10-09,"Music, Kids",free,Town Barn,"Guild, Mill",Oui,5 – 12,€,Published\n' +
      'Next,2027-10-10,,,,,,,,';
    const { records } = await read(file, { defaults: { status: 'pending', timezone: 'Europe/Paris' } });
    const [fair, next] = records.map(({ fields }) => fields);
    expect(fair).toMatchObject({
      all_day: true,
      end_date: '2027-10-09 00:00:00',
      categories: ['Music', 'Kids'],
      tags: ['free'],
      venue: [{ venue: 'Town Barn' }],
      organizer: [{ organizer: 'Guild' }, { organizer: 'Mill' }],
      featured: true,
      cost: '€5 – €12',
      status: 'publish',
    });
    expect(Object.keys(next ?? {}).sort()).toEqual(['all_day', 'end_date', 'start_date', 'title']);
    // Only for new records, and only where the row has no value.
    expect(records.map(({ initial }) => initial)).toEqual([
      { timezone: 'Europe/Paris' },
      { status: 'pending', timezone: 'Europe/Paris' },
    ]);
  });

  test('are venues or organizers if the columns say so', async () => {
    const venues = await read('VENUE NAME,VENUE ADDRESS,VENUE ADDRESS 2,VENUE ZIP\nBarn,1 Mill Rd,Yard,05001');
    expect(venues.records[0]).toMatchObject({
      resource: 'venue',
      fields: { venue: 'Barn', address: '1 Mill Rd, Yard', zip: '05001' },
    });
    const organizers = await read('Organizer name,Organizer email\nGuild,g@x.example');
    expect(organizers.records[0]).toMatchObject({ resource: 'organizer', fields: { organizer: 'Guild' } });
    expect((await read('name\nBarn', { resource: 'venue' })).records[0]?.fields).toEqual({ venue: 'Barn' });
  });

  test('follow a mapping, in which an empty field ignores the column', async () => {
    const file = 'What,When,Notes,Title\nFair,2027-10-09,secret,Other';
    const mapping = { what: 'title', When: 'start_date', Notes: '' };
    expect((await fieldsOf(file, { mapping }))[0]).toMatchObject({ title: 'Fair' });
    const { description } = openCsv(bytes(file), { mapping });
    expect(description).toMatchObject({ ignored: ['Notes', 'Title'], missing: [], rows: 1 });
    await expect(read(file, { mapping: { What: 'headline' } })).rejects.toThrow('“headline” is not a field.');
    await expect(read(file, { mapping: { What: 'constructor' } })).rejects.toThrow('is not a field.');
  });

  test('keep formulas as text, without the apostrophe of our own export', async () => {
    const [one, two] = await fieldsOf("title,start\n'=1+1,2027-01-01\n=cmd(),2027-01-02");
    expect([one?.title, two?.title]).toEqual(['=1+1', '=cmd()']);
  });

  test('report rows that cannot be read by their line, and the others are read', async () => {
    const file =
      'title,start,featured,colour\nA,05/06/2027,,red\nB,2027-06-05,,\nC,,,\nD,2027-06-06,maybe,\nB,2027-06-05,,\n"E\n",soon,,';
    const { records, warnings } = await read(file);
    expect(records.map(({ place }) => place)).toEqual(['line 3']);
    expect(warnings.map(({ kind, place, text }) => `${kind}, ${place}: ${text}`)).toEqual([
      'unknown column, line 1: colour',
      'ambiguous date, line 2: “05/06/2027” could be two dates. Choose a date format.',
      'unreadable row, line 4: The start date is empty.',
      'unreadable row, line 5: “maybe” is not yes or no.',
      'duplicate row, line 6: Same record as line 3.',
      'unreadable row, line 7: “soon” is not a date.',
    ]);
  });

  test('have no pages without the required columns, which are named', () => {
    const { description, pages } = openCsv(bytes('colour,size\nred,5'), {});
    expect([...pages({})]).toEqual([]);
    expect(missingColumns(description).message).toMatch(
      /^The file has no column for title, start_date of the events\./,
    );
    expect(() => openCsv(bytes(''), {})).toThrow('The file is empty.');
  });

  test('are identified by external ID, UID, or title and dates', async () => {
    const file = 'title,start,external id,uid\nFair,2027-10-09,x1,u1@old\nFair,2027-10-09,,event-7@here';
    const [one, two] = (await read(file)).records;
    expect(one?.externalId).toBe('x1');
    expect(two?.externalId).toMatch(/^[0-9a-f]{32}$/);
    const byUid = (await read(file, { match: 'uid', uidHost: 'here' })).records;
    expect(byUid.map(({ externalId, stored }) => [externalId, stored])).toEqual([
      ['u1@old', { uid: 'u1@old' }],
      ['event-7@here', undefined],
    ]);
    const { warnings } = await read(file, { match: 'external_id' });
    expect(warnings.map(({ text }) => text)).toEqual(['The external ID is empty.']);
  });

  test('go on from a position without reading rows twice', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => `Event ${at},2027-10-09`);
    const file = ['title,start', ...rows].join('\n');
    const whole = await read(file);
    expect(whole.positions).toEqual([{ rows: 100 }, { rows: 200 }, { rows: 250 }]);
    const rest = await read(file, {}, { rows: 200 });
    expect(rest.records.map(({ place }) => place)).toEqual(whole.records.slice(200).map(({ place }) => place));
  });

  test('have the currency of its own column in the price', () => {
    expect(costOf('5', '$', 'prefix')).toBe('$5');
    expect(costOf('5 – 12', '€', 'suffix')).toBe('5 € – 12 €');
    expect(costOf('€5', '€', '')).toBe('€5');
    expect(costOf('Free for children under 5', '$', '')).toBe('Free for children under 5');
  });

  test('have the address of their venue', async () => {
    const file =
      'title,start,venue,address,town,zip,country\nFair,2027-07-01,Barn,1 Mill Rd,Oakton,05001,France\nBall,2027-07-02,,x,y,,';
    expect((await fieldsOf(file)).map(({ venue, ...others }) => [venue, 'venue_city' in others])).toEqual([
      [[{ venue: 'Barn', address: '1 Mill Rd', city: 'Oakton', zip: '05001', country: 'France' }], false],
      [undefined, false],
    ]);
  });

  const columnsOf = (file: string, options: CsvOptions = {}) =>
    openCsv(bytes(file), options).description.columns.map(({ field, guessed }) => [field, guessed === true]);

  test('have columns without a telling name by their values', () => {
    const file =
      'title,,Column 2,C,F4,notes\nFair,2027-07-01,10:00,https://a.example/,12:30,at 9:00\nBall,05/06/2027,9h30,,,2027-01-01';
    expect(columnsOf(file)).toEqual([
      ['title', false],
      ['start_date', true],
      ['start_time', true],
      ['website', true],
      ['end_time', true],
      [undefined, false],
    ]);
    expect(columnsOf('organizer name,B\nGuild,a@b.example')).toEqual([
      ['organizer', false],
      ['email', true],
    ]);
  });

  test('have columns by their name in each language of the console', () => {
    const fieldsIn = (header: string) => columnsOf(`${header}\nFair,2027-07-01,Barn`).map(([field]) => field);
    for (const header of ['What,When,Where', 'Quoi,Quand,Où', 'Titel,Wann,Ort', 'Título,Fecha,Lugar'])
      expect([header, ...fieldsIn(header)]).toEqual([header, 'title', 'start_date', 'venue']);
  });

  test('have a date by most of its values', () => {
    const file = 'title,Day\nFair,2027-07-01\nBall,05/06/2027\nTalk,to be announced';
    expect(columnsOf(file)[1]).toEqual(['start_date', true]);
    expect(columnsOf('title,Day\nFair,2027-07-01\nTalk,soon')[1]).toEqual([undefined, false]);
  });

  test('have a required date by its values, whatever its column is called, unless two fit or a mapping says otherwise', () => {
    expect(columnsOf('title,Tag des Fests\nFair,2027-07-01')).toEqual([
      ['title', false],
      ['start_date', true],
    ]);
    expect(columnsOf('title,Tag des Fests,Anmeldung\nFair,2027-07-01,2027-06-01').map(([field]) => field)).toEqual([
      ...['title', undefined, undefined],
    ]);
    expect(columnsOf('title,Tag des Fests\nFair,2027-07-01', { mapping: { 'Tag des Fests': '' } })[1]).toEqual([
      undefined,
      false,
    ]);
    expect(columnsOf('title,start,Anmeldung\nFair,2027-07-01,2027-06-01')[2]).toEqual([undefined, false]);
  });

  test('ask about the first date that could be two', () => {
    const questionIn = (file: string, options: CsvOptions = {}) =>
      openCsv(bytes(file), options).description.date_question;
    expect(questionIn('title,start\nFair,13/06/2027\nBall,05/06/2027 10:00\nQuiz,01/02/2027')).toEqual({
      text: '05/06/2027 10:00',
      choices: [
        { date_format: 'DD/MM/YYYY', date: '2027-06-05' },
        { date_format: 'MM/DD/YYYY', date: '2027-05-06' },
      ],
    });
    expect(questionIn('title,start\nFair,05/06/27')?.choices).toHaveLength(3);
    expect(questionIn('title,start\nFair,13/06/2027')).toBeUndefined();
    expect(questionIn('title,start\nFair,05/06/2027', { dateFormat: 'DD/MM/YYYY' })).toBeUndefined();
  });
});
