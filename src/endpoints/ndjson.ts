// The complete export, and the import of a body of lines with one line of results per batch, for administrators.
import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../core/context.js';
import type { Endpoint } from '../core/facade.js';
import { type Fields, type Given, optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { flag } from '../core/kinds/flag.js';
import { nonNegative, wholeBetween } from '../core/kinds/number.js';
import { bodyLike } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { described, flagSchema, integer, listOf, text } from '../core/schema.js';
import { ndjson } from '../formats/ndjson.js';
import type { Generate } from '../http/feed-files.js';
import { endpoint, operation } from '../http/handler.js';
import { spendWriteToken } from '../http/limits.js';
import type { ApiRequest } from '../http/request.js';
import type { ApiResponse, StreamedBody } from '../http/response.js';
import type { Service } from '../http/service.js';
import { outcomes } from '../imports/incoming.js';
import { exportLines } from '../imports/ndjson/export.js';
import { ImportFault, NotEmpty, NothingToResume } from '../imports/ndjson/fault.js';
import { type NdjsonImport, openImport } from '../imports/ndjson/import.js';
import type { BatchResult, Mode } from '../imports/ndjson/request.js';
import { ImportRunning } from '../imports/running.js';

const tag = {
  name: 'Export and import',
  description: 'Everything as lines of JSON (NDJSON), and records in bulk.',
};

const mediaType = 'application/x-ndjson';

/** Records that one change of the rate limit pays for. */
const recordsPerChange = 10;

const importFields: Fields = {
  mode: optional(choice(['upsert', 'create']), 'Whether records that exist are updated, or left as they are.', {
    documentedDefault: 'upsert',
    example: 'upsert',
  }),
  batch: optional(wholeBetween(1, 1_000), 'Records per transaction.', { documentedDefault: 500, example: 500 }),
  stop_on_error: optional(nonNegative, 'Stops after so many failed records; 0 for never.', {
    documentedDefault: 0,
    example: 10,
  }),
  force: optional(flag, 'Also imports a complete export into a calendar that is not empty: same IDs are replaced.', {
    documentedDefault: false,
    example: false,
  }),
  dry_run: optional(flag, 'Reports what would be imported, and stores nothing.', {
    documentedDefault: false,
    example: false,
  }),
};

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
async function currentContext(service: Service, { context, call }: ApiRequest): Promise<RequestContext> {
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

const exportedRecord = bodyLike(
  'ExportedRecord',
  {
    type: 'object',
    description: 'A record with its stored values. The first line names the format, the last one counts the records.',
    properties: { resource: text, id: integer },
    additionalProperties: true,
  },
  { resource: 'venue', id: 12, name: 'The Barn', slug: 'the-barn', status: 'publish' },
);

const result = bodyLike(
  'ImportResult',
  {
    type: 'object',
    description: 'One line per batch, and a last line with `done`.',
    properties: {
      line: described(integer, 'Last line of the batch.'),
      created: integer,
      updated: integer,
      same: described(integer, 'Records that were like this already.'),
      skipped: described(integer, 'Records that exist and were left as they are.'),
      failed: integer,
      failures: described(
        listOf({ type: 'object', properties: { place: text, text } }),
        'Warnings and faults of the batch, at most 100.',
      ),
      done: described(flagSchema, 'In the last line: whether the import has reached the end.'),
      error: described(text, 'In the last line, if the import has stopped.'),
    },
  },
  { line: 500, created: 499, updated: 0, same: 0, skipped: 0, failed: 1, failures: [] },
);

const exportEverything = operation({
  right: 'administer',
  operationId: 'exportEverything',
  summary: 'Export everything',
  description:
    'Every record with its stored values, one per line, from one moment. Image files are not included, passwords of users neither.',
  tag,
  mediaType,
  output: exportedRecord,
  handler: async (service, { call, context }) => {
    const { uidHost } = call.site;
    return streamed(service, { 'Content-Disposition': 'attachment; filename="export.ndjson"' }, (write, signal) =>
      service.store.snapshot(async (reader) => {
        for await (const lines of exportLines(reader, context.registry, { uid_host: uidHost }, { signal }))
          await write(lines);
      }),
    );
  },
});

const importLines = operation({
  right: 'administer',
  operationId: 'importLines',
  cost: 'own',
  summary: 'Import records from lines of JSON',
  description:
    'A complete export, or records as their resources have them, with `resource`, `source` and `external_id`. The body is checked as a whole before anything is stored. A request with the header `Import-Id`, a name of your choice, can be repeated after an interruption: it goes on where it stopped. While it is running, a second one is refused with 409.',
  tag,
  mediaType,
  bodyType: mediaType,
  input: importFields,
  output: result,
  problems: [
    new Problem('bad-request', { reason: 'line 3: The line is not valid JSON' }),
    new Problem('calendar-not-empty'),
    new Problem('import-running'),
    new Problem('too-large', { limit: '1 GB' }),
  ],
  handler: async (service, request, given) => {
    const stopping = new AbortController();
    const opened = await openBody(service, request, given, stopping.signal).catch((error: unknown) => {
      throw problemOf(error);
    });
    const cost = Math.ceil(opened.facts.records / recordsPerChange);
    await spendWriteToken(service, request.call.actor, Math.max(1, cost));
    return streamed(service, {}, (write, signal) => {
      signal.addEventListener('abort', () => stopping.abort(signal.reason));
      return service.background.run('importing lines', async (stopped) => {
        const stop = () => stopping.abort(stopped.reason);
        stopped.addEventListener('abort', stop, { once: true });
        try {
          await runImport(opened, write);
        } finally {
          // This signal lives as long as the service.
          stopped.removeEventListener('abort', stop);
        }
      });
    });
  },
});

export const ndjsonEndpoints: readonly Endpoint[] = [
  endpoint('/export.ndjson', { GET: exportEverything }),
  endpoint('/import.ndjson', { POST: importLines }),
];
