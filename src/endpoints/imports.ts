// Imports over HTTP: starts one from an uploaded file or a URL, lists their reports, undoes one.
import { is } from '../core/condition.js';
import type { Endpoint } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { Upload } from '../core/picture.js';
import { Invalid, invalidParam, missingParams, Problem } from '../core/problem.js';
import { integer } from '../core/schema.js';
import type { Writer } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { type csvPaths, type FileFormat, importBodyLimit, importFields } from '../facades/import-fields.js';
import { isDryRun } from '../http/change.js';
import { endpoint, operation, type Reply } from '../http/handler.js';
import { type OnceKey, onceKeyOf, storedResponse, storeResponse } from '../http/idempotency.js';
import { spendWriteToken } from '../http/limits.js';
import { newestRows, pageFields, pageOutput } from '../http/paging.js';
import { type ApiRequest, idOf } from '../http/request.js';
import type { ApiResponse } from '../http/response.js';
import type { Service } from '../http/service.js';
import type { CsvOptions } from '../imports/csv/options.js';
import { missingColumns } from '../imports/csv/read.js';
import { formatOf, openFile, shownUrl } from '../imports/files.js';
import type { ReadSource } from '../imports/incoming.js';
import type { Undone } from '../imports/report.js';
import { type ImportRequest, runImport } from '../imports/run.js';
import { ImportRunning, isRunning } from '../imports/running.js';
import { type ImportRow, imports } from '../imports/tables.js';
import { undoImport } from '../imports/undo.js';
import { isUndoable, mayUndo, undoUntil } from '../imports/undoable.js';
import { refuseSource } from '../operations/source-owner.js';
import { importOutput, type ShownImport } from './import-output.js';
import { previewImport } from './import-preview.js';

const path = 'imports';

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
  reply: Reply<ShownImport>,
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
    if (finished) return reply({ ...finished, call: request.call });
  } catch (error) {
    if (error instanceof Repeated) return sameImport(service, request, error.earlier, reply);
    throw error;
  }
  if (!begun) throw new Problem('overloaded');
  return currentImport(service, request, begun.id, reply, 202);
}

/** A repeated request gets the import of the first one as it is now. */
const sameImport = async (
  service: Service,
  request: ApiRequest,
  { body, headers }: ApiResponse,
  reply: Reply<ShownImport>,
): Promise<ApiResponse> => {
  const { id } = body as { readonly id: number };
  return { ...(await currentImport(service, request, id, reply, 201)), headers };
};

async function currentImport(
  { store }: Service,
  { call }: ApiRequest,
  id: number,
  reply: Reply<ShownImport>,
  statusCode: number,
): Promise<ApiResponse> {
  const row = await store.read({ table: imports, where: is('id', id) });
  if (!row) throw new Problem('not-found', { resource: 'import' });
  return reply({ ...row, call }, { statusCode: isRunning(row) ? 202 : statusCode });
}

/** Without the file. */
const shownOptions = ({ file: _, url: __, dry_run: ___, ...options }: ImportInput): Given => options;

async function findImport({ context, params, call }: ApiRequest): Promise<ImportRow> {
  const row = await context.store.read({ table: imports, where: is('id', idOf(params.id ?? '')) });
  const isExpired = row?.dry_run && row.started_utc < plusSeconds(call.now, -DAY);
  if (!row || isExpired) throw new Problem('not-found', { resource: 'import' });
  return row;
}

/** Without what an undo that had ended before has done. */
function undoneSince({ state, report: before }: ImportRow, { report }: ImportRow): Undone | undefined {
  if (state !== 'undone' || !before.undone || !report.undone) return report.undone;
  const { removed, restored, kept } = report.undone;
  return { removed: removed - before.undone.removed, restored: restored - before.undone.restored, kept };
}

const common = {
  right: 'edit-others',
  tag: { name: 'Imports', description: 'Records from files and other systems, with reports. For editors.' },
  output: importOutput,
} as const;
const unknown = new Problem('not-found', { resource: 'import' });

const list = operation({
  ...common,
  operationId: 'listImports',
  summary: 'List imports',
  input: pageFields(),
  output: pageOutput('ImportList', 'A page of imports, newest first.', path, importOutput),
  problems: [new Problem('no-page', { resource: 'import' })],
  handler: async (_, request, given, reply) => {
    const { call } = request;
    const page = await newestRows(request, given, path, imports, is('dry_run', false));
    const items = page.items.map((row) => ({ ...row, call }));
    return reply({ ...page, items }, { headers: call.facade.listHeaders(page) });
  },
});

const create = operation({
  ...common,
  operationId: 'createImport',
  cost: 'own',
  summary: 'Import a file',
  description:
    'Creates and updates records from a CSV or iCalendar file, with the rights of the caller. Counts in the rate limit by the number of records. After 10 seconds the response is 202 with the state `running`, and the import goes on: read it by its ID. A dry run is 200 with the ID 0, or 202 with an ID whose preview can be read for a day. A repeated request with the same `Idempotency-Key` returns the same import.',
  statusCode: 201,
  otherStatusCodes: [200, 202],
  input: importFields,
  problems: [new Problem('too-large', { limit: '11 MiB' })],
  handler: async (service, request, given, reply) => {
    const input: ImportInput = given;
    const { call, context } = request;
    const isPreview = input.dry_run === true || isDryRun(request);
    const once = isPreview ? undefined : onceKeyOf(request);
    const earlier = once && (await service.store.transact((writer) => storedResponse(once, writer)));
    if (earlier) return sameImport(service, request, earlier, reply);
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
    if (isPreview) return previewImport(service, request, importRequest, opened, reply).catch(inFile(param));
    if (head.csv?.missing.length) throw invalidParam(param, missingColumns(head.csv).message);
    if (head.records > 1) await spendWriteToken(service, call.actor, head.records - 1);
    return startImport(service, request, importRequest, read, once, reply);
  },
});

const read = operation({
  ...common,
  operationId: 'readImport',
  summary: 'Get an import by ID',
  problems: [unknown],
  handler: async (_, request, __, reply) => reply({ ...(await findImport(request)), call: request.call }),
});

const undo = operation({
  ...common,
  operationId: 'undoImport',
  cost: 'own',
  dryRun: 'refused',
  summary: 'Undo an import',
  description:
    'Within a day, by the user who imported it or an administrator. Created records are moved to the trash, updated ones are restored. Records that were changed since stay as they are and are reported. After 10 seconds the response is 202 with the state `undoing`. An undo that was interrupted goes on where it stopped.',
  otherStatusCodes: [202],
  problems: [unknown, new Problem('undo-expired'), new Problem('not-undoable'), new Problem('import-running')],
  handler: async (service, request, _, reply) => {
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
    const { finished } = await service.background
      .answer(work, run, service.timeouts.answerMs)
      .catch((error: unknown) => {
        throw error instanceof ImportRunning ? new Problem('import-running') : error;
      });
    if (!finished) return currentImport(service, request, row.id, reply, 202);
    return reply({ ...finished, call, undone: undoneSince(row, finished) });
  },
});

const parts = { id: { description: 'ID of the import.', schema: integer, example: 3 } };

export const importEndpoints: readonly Endpoint[] = [
  endpoint(`/${path}`, { GET: list, POST: create }, { bodyLimit: importBodyLimit }),
  endpoint(`/${path}/:id(^\\d+$)`, { GET: read }, { parts }),
  endpoint(`/${path}/:id(^\\d+$)/undo`, { POST: undo }, { parts }),
];
