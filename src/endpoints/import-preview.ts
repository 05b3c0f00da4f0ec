// Dry runs of imports. One that takes long is answered with 202 and stored, with its first records, until it is read.

import type { Reply } from '../http/handler.js';
import type { ApiRequest } from '../http/request.js';
import type { ApiResponse } from '../http/response.js';
import type { Service } from '../http/service.js';
import { dryRun } from '../imports/preview.js';
import type { ReadableFile } from '../imports/readable-file.js';
import { type ImportRequest, newImport } from '../imports/run.js';
import { endRun, failureText, holding, newLease } from '../imports/running.js';
import { type ImportRow, imports } from '../imports/tables.js';
import type { ShownImport } from './import-output.js';

export async function previewImport(
  service: Service,
  request: ApiRequest,
  importRequest: ImportRequest,
  file: ReadableFile,
  reply: Reply<ShownImport>,
): Promise<ApiResponse> {
  const { background, timeouts, store } = service;
  const work = (signal: AbortSignal) => dryRun(request.context, store, { ...importRequest, signal }, file);
  const { finished, running } = await background.answer('dry run of an import', work, timeouts.answerMs);
  if (finished) return reply({ ...finished, call: request.call }, { statusCode: 200 });
  const { id: _, ...values } = { ...newImport(request.context, importRequest, service.now()), lease: newLease() };
  const row: ImportRow = await store.transact(async (writer) => {
    const stored = { ...values, dry_run: true };
    return { ...stored, id: await writer.insert(imports, stored) };
  });
  background
    .run('storing a dry run', () => holding(store, row, () => storeResult(service, row, running)))
    .catch(() => undefined);
  return reply({ ...row, call: request.call }, { statusCode: 202 });
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
