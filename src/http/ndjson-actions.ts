// Streams the complete export, and imports a body of lines: one line of results per batch.
import { randomBytes } from 'node:crypto';
import type { Context } from '../core/context.js';
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';
import { recordsPerChange } from '../facades/ndjson-endpoints.js';
import { ndjson } from '../formats/ndjson.js';
import { outcomes } from '../imports/incoming.js';
import { exportLines } from '../imports/ndjson/export.js';
import { ImportFault, NotEmpty, NothingToResume } from '../imports/ndjson/fault.js';
import { type NdjsonImport, openImport } from '../imports/ndjson/import.js';
import type { BatchResult, Mode } from '../imports/ndjson/request.js';
import { ImportRunning } from '../imports/running.js';
import type { Generate } from './feed-files.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse, StreamedBody } from './response.js';
import type { Service } from './service.js';

const format = {
  name: ndjson.name,
  mediaType: ndjson.mediaType,
  encode: (text: unknown) => ({ bytes: Buffer.from(String(text)), contentType: ndjson.contentType }),
};

/** A response that is never shared: each has a key of its own. */
function streamed({ transferFiles }: Service, headers: ApiResponse['headers'], generate: Generate): ApiResponse {
  const tag = randomBytes(12).toString('base64url');
  const stream: StreamedBody = { tag, tables: [], open: (reader) => transferFiles.read(tag, generate, reader) };
  return { statusCode: 200, headers: { 'Cache-Control': 'no-store', ...headers }, body: '', format, stream };
}

const exportEverything: Handler = async (service, { call, context }) => {
  const { uidHost } = call.site;
  return streamed(service, { 'Content-Disposition': 'attachment; filename="export.ndjson"' }, (write, signal) =>
    service.store.snapshot(async (reader) => {
      for await (const lines of exportLines(reader, context.registry, { uid_host: uidHost }, { signal }))
        await write(lines);
    }),
  );
};

const importLines: Handler = async (service, request, given) => {
  const stopping = new AbortController();
  const opened = await openBody(service, request, given, stopping.signal).catch((error: unknown) => {
    throw problemOf(error);
  });
  const cost = Math.ceil(opened.facts.records / recordsPerChange);
  await spendWriteToken(service, request.call.actor, Math.max(1, cost));
  return streamed(service, {}, (write, signal) => {
    signal.addEventListener('abort', () => stopping.abort(signal.reason));
    return service.background.run('importing lines', (stopped) => {
      stopped.addEventListener('abort', () => stopping.abort(stopped.reason));
      return runImport(opened, write);
    });
  });
};

function openBody(service: Service, request: ApiRequest, given: Given, signal: AbortSignal): Promise<NdjsonImport> {
  const { mode = 'upsert', batch = 500, stop_on_error = 0, force, dry_run } = given;
  // Earlier versions skipped lines by it: without it the rest of a body would count as its beginning.
  if (request.query.offset !== undefined)
    throw new Problem('bad-request', {
      reason: 'offset is not supported: send the whole body with the same Import-Id',
    });
  const name = nameOf(request.headers['import-id']);
  const isDryRun = dry_run === true;
  return openImport(
    { store: service.store, currentContext: () => currentContext(service, request) },
    {
      name: name ?? 'upload',
      mode: mode as Mode,
      batch: Number(batch),
      stopOnError: Number(stop_on_error),
      isDryRun,
      force: force === true,
      resume: name !== undefined && !isDryRun ? 'if-interrupted' : false,
      signal,
    },
    request.spooled ?? noBody,
  );
}

async function* noBody(): AsyncGenerator<Uint8Array> {}

function nameOf(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header)) return header;
  throw new Problem('bad-request', { reason: 'Import-Id must have 1 to 100 letters, digits and any of . _ : -' });
}

/** With the settings as of now, which the import may have changed. */
async function currentContext(service: Service, { context, call }: ApiRequest): Promise<Context> {
  await service.liveSite.refresh();
  const site = { ...service.liveSite.current(), baseUrl: call.site.baseUrl };
  return { ...context, store: service.store, call: { ...call, site, now: service.now() } };
}

/** Once the import has begun, the status code is sent: a fault is reported in the last line. */
async function runImport({ run, facts }: NdjsonImport, write: (text: string) => Promise<void>): Promise<void> {
  const lines: string[] = [];
  // Results are few and short, so that the import need not wait for a slow client.
  let writing: Promise<void> | undefined;
  const add = (value: object) => {
    lines.push(`${JSON.stringify(value)}\n`);
    writing = (writing ?? Promise.resolve()).then(() => write(lines.splice(0).join('')));
    writing.catch(() => undefined);
  };
  const begin = () => {
    writing = write('');
    writing.catch(() => undefined);
  };
  try {
    await run((result) => add(resultOf(result)), begin);
    add({ done: true, records: facts.records });
  } catch (error) {
    const problem = problemOf(error);
    // The response has not begun: it is an error response.
    if (!(problem instanceof Problem) || !writing) throw problem;
    add({ done: false, error: problem.message });
  }
  await writing;
}

const maxFailures = 100;

function resultOf({ line, applied }: BatchResult): object {
  const counts = outcomes.map((name) => [name, applied.filter(({ outcome }) => outcome === name).length]);
  const failures = applied.flatMap(({ warnings }) => warnings.map(({ place, text }) => ({ place, text })));
  return { line, ...Object.fromEntries(counts), failures: failures.slice(0, maxFailures) };
}

function problemOf(error: unknown): unknown {
  if (error instanceof ImportFault)
    return new Problem('bad-request', {
      reason: `line ${error.line}: ${error.reason.replace(/\.$/, '')}`,
      extra: { line: error.line },
    });
  if (error instanceof ImportRunning) return new Problem('import-running');
  if (error instanceof NotEmpty) return new Problem('calendar-not-empty');
  if (error instanceof NothingToResume)
    return new Problem('bad-request', { reason: 'there is no interrupted import with this Import-Id and format' });
  return error;
}

export const ndjsonHandlers: CustomHandlers = {
  'export-lines': { GET: exportEverything },
  'import-lines': { POST: importLines },
};
