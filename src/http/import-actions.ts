// Imports over HTTP: starts one from an uploaded file or a URL, lists their reports, undoes one.
import { is } from '../core/condition.js';
import type { Given } from '../core/field.js';
import type { Upload } from '../core/picture.js';
import { Invalid, invalidParam, missingParams, Problem } from '../core/problem.js';
import type { Writer } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { listBody } from '../facades/events/post.js';
import { importPath } from '../facades/import-endpoints.js';
import type { csvPaths, FileFormat } from '../facades/import-fields.js';
import type { CsvOptions } from '../imports/csv/options.js';
import { missingColumns } from '../imports/csv/read.js';
import { formatOf, openFile, shownUrl } from '../imports/files.js';
import { importBody, isUndoable, mayUndo, undoUntil } from '../imports/import-body.js';
import type { ReadSource } from '../imports/incoming.js';
import type { Undone } from '../imports/report.js';
import { type ImportRequest, runImport } from '../imports/run.js';
import { ImportRunning, isRunning } from '../imports/running.js';
import { type ImportRow, imports } from '../imports/tables.js';
import { undoImport } from '../imports/undo.js';
import { refuseSource } from '../operations/source-owner.js';
import { isDryRun } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { type OnceKey, onceKeyOf, storedResponse, storeResponse } from './idempotency.js';
import { previewImport } from './import-preview.js';
import { spendWriteToken } from './limits.js';
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

const createImport: Handler = async (service, request, input: ImportInput) => {
  const { call, context } = request;
  const isPreview = input.dry_run === true || isDryRun(request);
  const once = isPreview ? undefined : onceKeyOf(request);
  const earlier = once && (await service.store.transact((writer) => storedResponse(once, writer)));
  if (earlier) return sameImport(service, request, earlier);
  // The fetch itself is one write.
  await spendWriteToken(service, call.actor);
  const { bytes, name } = await fileOf(service, input);
  const format = input.format ?? formatOf(bytes, name);
  const file = { format, bytes, source: input.source ?? format };
  await service.store.transact((store) => refuseSource({ ...context, store }, file.source));
  const options = csvOptions(input, request);
  const param = input.file ? 'file' : 'url';
  const importRequest: ImportRequest = {
    kind: format,
    name: input.file ? name : shownUrl(name),
    source: file.source,
    options: shownOptions(input),
    overwrite: input.overwrite === true,
    now: service.now,
  };
  const opened = await openFile(context, file, options).catch(inFile(param));
  const { head, read } = opened;
  // Without the required columns there are no records yet: the caller chooses a mapping first.
  if (isPreview) return previewImport(service, request, importRequest, opened).catch(inFile(param));
  if (head.csv?.missing.length) throw invalidParam(param, missingColumns(head.csv).message);
  if (head.records > 1) await spendWriteToken(service, call.actor, head.records - 1);
  return startImport(service, request, importRequest, read, once);
};

/** Ends the transaction that would create a second import for the same key. */
class Repeated extends Error {
  constructor(readonly earlier: ApiResponse) {
    super('repeated request');
  }
}

async function startImport(
  service: Service,
  request: ApiRequest,
  importRequest: ImportRequest,
  read: ReadSource,
  once: OnceKey | undefined,
): Promise<ApiResponse> {
  const { store, background, timeouts } = service;
  let begun: ImportRow | undefined;
  const run = (signal: AbortSignal): Promise<ImportRow> => {
    const onBegin = (row: ImportRow) => {
      begun = row;
    };
    const onCreate = async (writer: Writer, { id }: ImportRow): Promise<void> => {
      if (!once) return;
      const earlier = await storedResponse(once, writer);
      if (earlier) throw new Repeated(earlier);
      await storeResponse(once, writer, { statusCode: 202, headers: {}, body: { id } });
    };
    return runImport(request.context, store, { ...importRequest, signal, onBegin, onCreate }, read);
  };
  try {
    const { finished } = await background.answer(`importing ${importRequest.kind}`, run, timeouts.answerMs);
    if (finished) return { statusCode: 201, headers: {}, body: importBody(finished, request.call) };
  } catch (error) {
    if (error instanceof Repeated) return sameImport(service, request, error.earlier);
    throw error;
  }
  if (!begun) throw new Problem('overloaded');
  return currentImport(service, request, begun.id, 202);
}

/** A repeated request gets the import of the first one as it is now. */
const sameImport = async (
  service: Service,
  request: ApiRequest,
  { body, headers }: ApiResponse,
): Promise<ApiResponse> => {
  const { id } = body as { readonly id: number };
  const response = await currentImport(service, request, id, 201);
  return { ...response, headers };
};

async function currentImport(
  { store }: Service,
  { call }: ApiRequest,
  id: number,
  statusCode: number,
): Promise<ApiResponse> {
  const row = await store.read({ table: imports, where: is('id', id) });
  if (!row) throw new Problem('not-found', { resource: 'import' });
  return { statusCode: isRunning(row) ? 202 : statusCode, headers: {}, body: importBody(row, call) };
}

/** Without the file. */
const shownOptions = ({ file: _, url: __, dry_run: ___, ...options }: ImportInput): Given => options;

const path = { path: importPath, list: { selfQuery: () => [] } };

const listImports: Handler = async (_, { context, call, query }, given: { page?: number; per_page?: number }) => {
  const { page = 1, per_page = call.site.perPage } = given;
  const perPage = Math.min(per_page, call.facade.maxPerPage);
  const { rows, total } = await context.store.page({
    table: imports,
    where: is('dry_run', false),
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

async function findImport({ context, params, call }: ApiRequest): Promise<ImportRow> {
  const row = await context.store.read({ table: imports, where: is('id', idOf(params.id ?? '')) });
  const isExpired = row?.dry_run && row.started_utc < plusSeconds(call.now, -DAY);
  if (!row || isExpired) throw new Problem('not-found', { resource: 'import' });
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
  if (isRunning(row)) throw new Problem('import-running');
  if (!isUndoable(row)) throw new Problem('not-undoable');
  if (call.now > undoUntil(row)) throw new Problem('undo-expired');
  // The import has paid for its records: a mistake can be undone at once.
  await spendWriteToken(service, call.actor);
  const run = (signal: AbortSignal) => undoImport(context, service.store, row.id, signal);
  const work = `undoing import ${row.id}`;
  const { finished } = await service.background.answer(work, run, service.timeouts.answerMs).catch((error: unknown) => {
    throw error instanceof ImportRunning ? new Problem('import-running') : error;
  });
  if (!finished) return currentImport(service, request, row.id, 202);
  return { statusCode: 200, headers: {}, body: { ...importBody(finished, call), undone: undoneSince(row, finished) } };
};

/** Without what an undo that had ended before has done. */
function undoneSince({ state, report: before }: ImportRow, { report }: ImportRow): Undone | undefined {
  if (state !== 'undone' || !before.undone || !report.undone) return report.undone;
  const { removed, restored, kept } = report.undone;
  return { removed: removed - before.undone.removed, restored: restored - before.undone.restored, kept };
}

export const importHandlers: CustomHandlers = {
  imports: { GET: listImports, POST: createImport },
  import: { GET: readImport },
  'undo-import': { POST: undo },
};
