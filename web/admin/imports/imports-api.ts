// Requests for imports.
import { request, responseBody } from '../api/client';
import type { Import, ImportList } from '../api/generated';
import type { List } from '../api/records';

export type { Import } from '../api/generated';
export type Counts = Import['report']['counts'][string];

/** What the user chose; empty texts are not sent. */
export interface Choices {
  readonly file?: File | undefined;
  readonly url: string;
  readonly source: string;
  readonly dateFormat: string;
  readonly encoding: string;
  readonly status: string;
  readonly timezone: string;
  /** Fields by column. */
  readonly mapping: Readonly<Record<string, string>>;
}

export async function listImports(page: number, perPage: number, signal: AbortSignal): Promise<List<Import>> {
  const query = { page, per_page: perPage };
  const { body, total, pages } = await request<ImportList>('GET', '/imports', { query, signal });
  return { records: body.imports, total, pages };
}

export const readImport = (id: string, signal?: AbortSignal): Promise<Import> =>
  responseBody<Import>('GET', `/imports/${id}`, { ...(signal && { signal }) });

export const pollMs = 2_000;

export const isWorking = ({ state }: Import): boolean => state === 'running' || state === 'undoing';

/** The result of a check, which may take longer than its request. */
export async function checkImport(choices: Choices): Promise<Import> {
  for (let result = await sendImport(choices, true); ; result = await readImport(String(result.id))) {
    if (!isWorking(result)) return result;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export async function sendImport(choices: Choices, isDryRun: boolean): Promise<Import> {
  const { file, url, source, dateFormat, encoding, status, timezone, mapping } = choices;
  const defaults = Object.entries({ status, timezone }).filter(([, value]) => value !== '');
  const given = Object.entries({
    url: file ? '' : url,
    source,
    date_format: dateFormat,
    encoding,
    // As text: the parts of a form are texts.
    mapping: Object.keys(mapping).length ? JSON.stringify(mapping) : '',
    defaults: defaults.length ? JSON.stringify(Object.fromEntries(defaults)) : '',
  }).filter(([, value]) => value !== '');
  const query = isDryRun ? { dry_run: true } : {};
  const body = Object.fromEntries(given);
  return (await request<Import>('POST', '/imports', { query, body, ...(file && { file: { file } }) })).body;
}

export const undoImport = (id: number): Promise<Import> =>
  responseBody<Import>('POST', `/imports/${id}/undo`, { body: {} });
