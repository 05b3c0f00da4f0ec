// Imports over HTTP: starts one from an uploaded file or a URL, lists their reports, undoes one.
import { setTimeout as sleep } from 'node:timers/promises';
import { is } from '../core/condition.js';
import type { Given } from '../core/field.js';
import type { Upload } from '../core/picture.js';
import { Invalid, invalidParam, missingParams, Problem } from '../core/problem.js';
import { listBody } from '../facades/events/post.js';
import { importPath } from '../facades/import-endpoints.js';
import type { csvPaths, FileFormat } from '../facades/import-fields.js';
import type { CsvOptions } from '../imports/csv/options.js';
import { missingColumns } from '../imports/csv/read.js';
import { formatOf, openFile, shownUrl } from '../imports/files.js';
import type { Applied } from '../imports/incoming.js';
import type { ReadableFile } from '../imports/readable-file.js';
import { type ImportRequest, runImport } from '../imports/run.js';
import { type ImportRow, imports } from '../imports/tables.js';
import { refuseSource } from '../operations/source-owner.js';
import { isDryRun, spendWriteToken } from './change.js';
import type { CustomHandlers, Handler } from './custom-actions.js';
import { importBody, isUndoable, mayUndo, undoUntil } from './import-body.js';
import { undoImport } from './import-undo.js';
import { pageUrls } from './links.js';
import { type ApiRequest, idOf } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

interface ImportInput {
  readonly file?: Upload;
  readonly url?: string;
  readonly format?: FileFormat;
  readonly source?: string;
  readonly resource?: (typeof csvPaths)[number];
  readonly mapping?: CsvOptions['mapping'];
  readonly date_format?: CsvOptions['dateFormat'];
  readonly encoding?: CsvOptions['encoding'];
  readonly match?: CsvOptions['match'];
  readonly images?: boolean;
  readonly overwrite?: boolean;
  readonly defaults?: Given;
  readonly dry_run?: boolean;
}

const maxFileBytes = 10 * 1_048_576;

interface NamedFile {
  readonly bytes: Buffer;
  readonly name: string;
}

async function fileOf({ fetchFile }: Service, { file, url }: ImportInput): Promise<NamedFile> {
  if (file) {
    if (file.bytes.length > maxFileBytes) throw invalidParam('file', 'The file is larger than 10 MiB.');
    return { bytes: file.bytes, name: file.name };
  }
  if (!url) throw missingParams(['file']);
  return { bytes: await fetchFile(url).catch(inFile('url')), name: url };
}

function csvOptions(given: ImportInput, { call }: ApiRequest): CsvOptions {
  const { resource, mapping, date_format, encoding, match, images, defaults } = given;
  const model = call.facade.shapes.find(({ path }) => path === resource)?.model.name;
  return {
    ...(model && { resource: model as NonNullable<CsvOptions['resource']> }),
    ...(mapping && { mapping }),
    ...(date_format && { dateFormat: date_format }),
    ...(encoding && { encoding }),
    ...(match && { match }),
    ...(images && { images }),
    ...(defaults && { defaults }),
    ...(call.site.uidHost && { uidHost: call.site.uidHost }),
  };
}

/** Faults of the file as a whole are those of the parameter. */
const inFile =
  (name: string) =>
  (error: unknown): never => {
    throw error instanceof Invalid ? invalidParam(name, error.message) : error;
  };

const maxPreviewed = 50;

const createImport: Handler = async (service, request, input: ImportInput) => {
  const { call, context } = request;
  // The fetch itself is one write.
  await spendWriteToken(service, call.actor);
  const { bytes, name } = await fileOf(service, input);
  const format = input.format ?? formatOf(bytes, name);
  const file = { format, bytes, source: input.source ?? format };
  await service.store.transact((store) => refuseSource({ ...context, store }, file.source));
  const options = csvOptions(input, request);
  const isPreview = input.dry_run === true || isDryRun(request);
  const param = input.file ? 'file' : 'url';
  const importRequest: ImportRequest = {
    kind: format,
    name: input.file ? name : shownUrl(name),
    source: file.source,
    options: shownOptions(input),
    overwrite: input.overwrite === true,
    now: service.now,
  };
  const { head, read } = await openFile(context, file, options).catch(inFile(param));
  // Without the required columns there are no records yet: the caller chooses a mapping first.
  if (isPreview) return preview(service, request, importRequest, { head, read }).catch(inFile(param));
  if (head.csv?.missing.length) throw invalidParam(param, missingColumns(head.csv).message);
  if (head.records > 1) await spendWriteToken(service, call.actor, head.records - 1);
  const started: { row?: ImportRow } = {};
  const running = runImport(context, service.store, { ...importRequest, onBegin: (row) => (started.row = row) }, read);
  const finished = await waitFor(running);
  if (finished) return { statusCode: 201, headers: {}, body: importBody(finished, call) };
  const row = started.row && (await service.store.read({ table: imports, where: is('id', started.row.id) }));
  if (!row) throw new Problem('overloaded');
  return { statusCode: 202, headers: {}, body: importBody(row, call) };
};

/** Without the file. */
const shownOptions = ({ file: _, url: __, dry_run: ___, ...options }: ImportInput): Given => options;

async function preview(
  service: Service,
  { context, call }: ApiRequest,
  request: ImportRequest,
  { head: { csv }, read }: ReadableFile,
): Promise<ApiResponse> {
  const first: Applied[] = [];
  const onApplied = (applied: readonly Applied[]) => first.push(...applied.slice(0, maxPreviewed - first.length));
  const noFiles = { save: async () => undefined, remove: async () => undefined };
  const dry = { ...context, pictures: { ...context.pictures, ...noFiles } };
  const row = await runImport(dry, service.store, { ...request, isDryRun: true, onApplied }, read);
  const pathOf = (model: string) => call.facade.shapes.find((shape) => shape.model.name === model)?.path ?? model;
  const previewed = first.map(({ incoming: { resource, place, fields }, outcome, id }) => ({
    resource: pathOf(resource),
    place,
    result: outcome,
    ...(id !== undefined && outcome !== 'created' && { id }),
    fields,
  }));
  const columns = csv && { ...csv, resource: pathOf(csv.resource) };
  return {
    statusCode: 200,
    headers: {},
    body: { ...importBody(row, call), preview: previewed, ...(csv && { csv: columns }) },
  };
}

/** Far below the 30 seconds after which an idle connection is closed: reading the file comes before. */
const maxWaitMs = 10_000;

/** Undefined if the work takes longer; it goes on, and its end is stored. */
async function waitFor<Result>(running: Promise<Result>): Promise<Result | undefined> {
  const waiting = new AbortController();
  const timeout = sleep(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  // A failure after the response is the state of the import.
  running.catch(() => undefined);
  return Promise.race([running, timeout]).finally(() => waiting.abort());
}

const path = { path: importPath, list: { selfQuery: () => [] } };

const listImports: Handler = async (_, { context, call, query }, given: { page?: number; per_page?: number }) => {
  const { page = 1, per_page = call.site.perPage } = given;
  const perPage = Math.min(per_page, call.facade.maxPerPage);
  const { rows, total } = await context.store.page({
    table: imports,
    where: { is: 'everything' },
    order: [{ column: 'id', descending: true }],
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const pages = Math.ceil(total / perPage);
  if (page > Math.max(pages, 1)) throw new Problem('no-page', { resource: 'import' });
  const text = given.per_page === undefined ? {} : { per_page: String(query.per_page) };
  const urls = pageUrls(path, { found: {}, text, page, perPage }, call, pages);
  const listed = { items: rows.map((row) => importBody(row, call)), total, pages, ...urls };
  return { statusCode: 200, headers: call.facade.listHeaders(listed), body: listBody(importPath)(listed) };
};

async function findImport({ context, params }: ApiRequest): Promise<ImportRow> {
  const row = await context.store.read({ table: imports, where: is('id', idOf(params.id ?? '')) });
  if (!row) throw new Problem('not-found', { resource: 'import' });
  return row;
}

const readImport: Handler = async (_, request) => ({
  statusCode: 200,
  headers: {},
  body: importBody(await findImport(request), request.call),
});

const undo: Handler = async (service, request) => {
  const { call, context } = request;
  const row = await findImport(request);
  if (!mayUndo(row, call.actor)) throw new Problem('forbidden');
  if (isDryRun(request)) throw invalidParam('dry_run', 'Not available here.');
  if (!isUndoable(row, call.now)) throw new Problem('not-undoable');
  if (call.now > undoUntil(row)) throw new Problem('undo-expired');
  // The import has paid for its records: a mistake can be undone at once.
  await spendWriteToken(service, call.actor);
  const finished = await waitFor(undoImport(context, service.store, row));
  if (!finished) return { statusCode: 202, headers: {}, body: importBody(row, call) };
  return { statusCode: 200, headers: {}, body: { ...importBody(finished.row, call), undone: finished.undone } };
};

export const importHandlers: CustomHandlers = {
  imports: { GET: listImports, POST: createImport },
  import: { GET: readImport },
  'undo-import': { POST: undo },
};
