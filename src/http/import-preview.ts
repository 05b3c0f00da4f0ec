// Dry runs of imports. One that takes long is answered with 202 and stored, with its first records, until it is read.
import type { Given } from '../core/field.js';
import type { Applied } from '../imports/incoming.js';
import type { ReadableFile } from '../imports/readable-file.js';
import { type ImportRequest, newImport, runImport } from '../imports/run.js';
import { endRun, failureText, holding, newLease } from '../imports/running.js';
import { type ImportRow, imports } from '../imports/tables.js';
import { noFileChanges } from './change.js';
import { importBody } from './import-body.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

const maxPreviewed = 50;
/** Of all previewed records, as JSON. */
const maxPreviewBytes = 1_048_576;

export async function previewImport(
  service: Service,
  request: ApiRequest,
  importRequest: ImportRequest,
  file: ReadableFile,
): Promise<ApiResponse> {
  const { background, timeouts, store } = service;
  const work = (signal: AbortSignal) => run(service, request, { ...importRequest, signal }, file);
  const { finished, running } = await background.answer('dry run of an import', work, timeouts.answerMs);
  if (finished) return { statusCode: 200, headers: {}, body: importBody(finished, request.call) };
  const { id: _, ...values } = { ...newImport(request.context, importRequest, service.now()), lease: newLease() };
  const row: ImportRow = await store.transact(async (writer) => {
    const stored = { ...values, dry_run: true };
    return { ...stored, id: await writer.insert(imports, stored) };
  });
  background
    .run('storing a dry run', () => holding(store, row, () => storeResult(service, row, running)))
    .catch(() => undefined);
  return { statusCode: 202, headers: {}, body: importBody(row, request.call) };
}

/** The failure itself is logged by the work that failed. */
async function storeResult({ store, now }: Service, row: ImportRow, running: Promise<ImportRow>): Promise<void> {
  const times = { changed_utc: now(), finished_utc: now() };
  const values = await running.then(
    ({ state, report, preview }) => ({ state, report, preview }),
    (error: unknown) => ({ state: 'failed' as const, report: { ...row.report, error: failureText(error) } }),
  );
  await endRun(store, row, { ...times, ...values });
}

async function run(
  { store }: Service,
  { context, call }: ApiRequest,
  request: ImportRequest,
  { head: { csv }, read }: ReadableFile,
): Promise<ImportRow> {
  const first: Given[] = [];
  let bytes = 0;
  const pathOf = (model: string) => call.facade.shapes.find((shape) => shape.model.name === model)?.path ?? model;
  const previewed = ({ incoming: { resource, place, fields }, outcome, id }: Applied): Given => ({
    resource: pathOf(resource),
    place,
    result: outcome,
    ...(id !== undefined && outcome !== 'created' && { id }),
    fields,
  });
  const onApplied = (applied: readonly Applied[]) => {
    for (const one of applied.slice(0, maxPreviewed - first.length)) {
      const shown = previewed(one);
      bytes += JSON.stringify(shown).length;
      if (bytes <= maxPreviewBytes) first.push(shown);
    }
  };
  const dry = { ...context, pictures: { ...context.pictures, ...noFileChanges } };
  const row = await runImport(dry, store, { ...request, isDryRun: true, onApplied }, read);
  const columns = csv && { ...csv, resource: pathOf(csv.resource) };
  return { ...row, preview: { preview: first, ...(columns && { csv: columns }) } };
}
