// Imports of files and lines. Each has a source of its own, so that its records can be counted.
import { type Action, change, eventBody, stateOf, type Turn, tag, websiteOf } from './actions.js';
import type { Request } from './client.js';
import type { Kind, States, Write } from './ledger.js';

interface Row {
  readonly name: string;
  readonly website: string;
}

const minRows = 20;
const maxRows = 100;

function newRows(turn: Turn): { readonly source: string; readonly rows: readonly Row[] } {
  const source = turn.newName();
  const count = turn.random.integer(minRows, maxRows);
  return {
    source,
    rows: Array.from({ length: count }, (_, at) => ({ name: `${source}.${at}`, website: websiteOf(turn) })),
  };
}

const statesOf = (rows: readonly Row[]): States =>
  new Map(rows.map(({ name, website }) => [name, stateOf('publish', website)]));

export const sourceOf = (name: string): string => `kills-${name}`.toLowerCase();

function form(key: string, file: string, content: string, fields: Readonly<Record<string, string>>): Request {
  const boundary = `form-${key}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    method: 'POST',
    path: '/imports',
    body: `${parts.join('')}${head}${content}\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Sent again after an interruption, its records are recognized: without a key, which would return the interrupted import. */
const importFile = (turn: Turn, kind: Kind, request: Request, rows: readonly Row[]): Promise<unknown> =>
  turn.client.send(turn.writer, { ...request, isRepeatable: true }, [
    { ...change(turn, kind, statesOf(rows)), isInParts: true },
  ]);

const importCsv: Action = async (turn) => {
  const { source, rows } = newRows(turn);
  const lines = rows.map(({ name, website }) => `${name},2031-05-01 10:00,2031-05-01 12:00,${website},${tag},${name}`);
  const content = ['title,start date,end date,website,tags,external id', ...lines].join('\r\n');
  const request = form(source, `${source}.csv`, content, {
    source: sourceOf(source),
    defaults: '{"status":"publish"}',
  });
  await importFile(turn, 'csv', request, rows);
};

const importIcal: Action = async (turn) => {
  const { source, rows } = newRows(turn);
  const entries = rows.flatMap(({ name, website }) => [
    ...['BEGIN:VEVENT', `UID:${name}@example.org`, 'DTSTAMP:20300101T000000Z', 'DTSTART:20310501T100000Z'],
    ...['DTEND:20310501T120000Z', `SUMMARY:${name}`, `URL:${website}`],
    ...[`CATEGORIES:${tag}`, 'END:VEVENT'],
  ]);
  const content = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Almanac//kills//EN', ...entries, 'END:VCALENDAR', ''];
  const fields = { source: sourceOf(source), defaults: '{"status":"publish"}' };
  await importFile(turn, 'ical', form(source, `${source}.ics`, content.join('\r\n'), fields), rows);
};

const batchSize = 20;

const importLines: Action = async (turn) => {
  const { source, rows } = newRows(turn);
  const line = ({ name, website }: Row) =>
    JSON.stringify({
      resource: 'event',
      source: sourceOf(source),
      external_id: name,
      status: 'publish',
      ...eventBody(name, website),
    });
  const writes: Write[] = [];
  for (let from = 0; from < rows.length; from += batchSize)
    writes.push(change(turn, 'ndjson', statesOf(rows.slice(from, from + batchSize))));
  const request: Request = {
    method: 'POST',
    path: `/import.ndjson?batch=${batchSize}`,
    body: `${rows.map(line).join('\n')}\n`,
    headers: { 'content-type': 'application/x-ndjson', 'import-id': source },
    isRepeatable: true,
  };
  await turn.client.send(turn.writer, request, writes);
};

export const importActions = { importCsv, importIcal, importLines };
