// Sends requests made from the OpenAPI documents of both mounts, most of them with one part changed to something odd, as every
// role: no response may be a 5xx, all must match the document, and a request that is refused may change nothing. Needs a built
// dist/.
import { mkdtempSync, rmSync } from 'node:fs';
import { request as sendHttp } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { type Random, seededRandom } from '../bench/calendar/random.js';
import { contextOf, now, openDatabase } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { operator, roles } from '../src/core/actor.js';
import { loadDemo } from '../src/demo/load.js';
import { checksumsOf } from '../tests/harness/checksums.js';
import { startChild } from '../tests/harness/child.js';
import { startPostgres } from '../tests/harness/postgres/server.js';
import { run as runProgram } from '../tests/harness/program.js';
import { type ApiDocument, type Json, type Operation, readDocument } from './fuzz/document.js';
import { oddHeader, oddValue, valueFor, withOddPart } from './fuzz/values.js';

const usage = `Usage: npm run fuzz -- [--engine embedded] [--requests 100000] [--seed 1] [--from 0]

Prints each fault with the number of its request, and exits with 1 if there is any.

  --engine   embedded or postgres
  --from     number of the first request, to go on after a fault`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});
const [requests, seed, from] = [Number(values.requests), Number(values.seed), Number(values.from)];
if (
  values.help ||
  ![requests, seed, from].every(Number.isInteger) ||
  !['embedded', 'postgres'].includes(values.engine)
) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface Got {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-fuzz-'));
const server = values.engine === 'postgres' ? await startPostgres() : undefined;
if (server) {
  const client = new pg.Client(`${server.url}/postgres`);
  await client.connect();
  await client.query('create database fuzz');
  await client.end();
}
const settings = {
  ALMANAC_DATA: join(folder, 'data'),
  ALMANAC_SECRET: 'a secret of at least 24 characters',
  ...(server && { ALMANAC_DATABASE_URL: `${server.url}/fuzz` }),
};
const config = readConfig(settings);
const store = await openDatabase(config);
await loadDemo(store, contextOf(config, store, operator), false);

/** Names of users that the requests may remove; then there are new ones. */
let generation = 0;
const credentials = new Map<string, string>();
async function addUsers(): Promise<void> {
  generation++;
  for (const role of roles) {
    const name = `fuzz-${role}-${generation}`;
    const { password } = await addUser(store, { name, role, now: now() });
    credentials.set(role, `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`);
  }
}
await addUsers();

const child = await startChild(settings);
const callers = ['anonymous', ...roles];
const authorizationOf = (caller: string): Record<string, string> => {
  const authorization = credentials.get(caller);
  return authorization ? { authorization } : {};
};

const { hostname, port } = new URL(child.address);
const send = ({ method, url, headers, body }: Sent): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sending = sendHttp(
      { hostname, port, path: url, method, headers, agent: false, timeout: 60_000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          // Streams without an end.
          if (chunks.push(chunk) > 5_000) response.destroy();
        });
        response.on('error', () => undefined);
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: decoded(Buffer.concat(chunks), response.headers['content-encoding']),
          }),
        );
        if (/event-stream/.test(response.headers['content-type'] ?? '')) response.destroy();
      },
    );
    sending.on('timeout', () => sending.destroy(new Error('no answer in 60 s')));
    sending.on('error', reject);
    sending.end(body);
  });

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

async function documentAt(prefix: string): Promise<ApiDocument> {
  const { text } = await send({ method: 'GET', url: `${prefix}/doc`, headers: {} });
  return readDocument(JSON.parse(text), prefix);
}
const documents = await Promise.all(['/cal/events/v1', '/wp-json/tribe/events/v1'].map(documentAt));

/** IDs that were seen, by the first part of the path. */
const seen = new Map<string, number[]>();
const maxSeen = 200;
function note(path: string, body: Json): void {
  const [, resource = ''] = path.split('/');
  const ids = seen.get(resource) ?? [];
  const found = [body, ...(Array.isArray(body?.[resource]) ? body[resource] : [])];
  for (const one of found) if (typeof one?.id === 'number' && !String(one.name).startsWith('fuzz-')) ids.push(one.id);
  seen.set(resource, ids.slice(-maxSeen));
}

/** These end or start something that no further request could undo. */
const left = new Set(['setUp', 'loadDemo']);

function madeRequest(document: ApiDocument, operation: Operation, caller: string, random: Random): Sent {
  const { path, parameters, body, method } = operation;
  const [, resource = ''] = path.split('/');
  const where = random.happens(0.2)
    ? 'nowhere'
    : random.pick(['path', 'query', 'query', 'header', 'body', 'body', 'body']);
  const known = seen.get(resource) ?? [];
  let hit = random.pick(parameters.filter(({ in: place }) => place === where).map(({ name }) => name as string));
  const textOf = (name: string, schema: Json, place: string): string => {
    const odd = where === place && name === hit;
    if (odd) return asText(oddValue(random));
    const isId = place === 'path' && /^(id|user|occurrence_of|delivery|venue|organizer|categories|tags)$/.test(name);
    if (isId && known.length > 0 && random.happens(0.9)) return String(random.pick(known));
    return asText(valueFor(schema, document, random));
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const given = parameters.find((one) => one.in === 'path' && one.name === name);
    hit ??= where === 'path' ? name : undefined;
    return encoded(textOf(name, given?.schema, 'path')) || 'x';
  });
  const query = parameters
    .filter(({ in: place, name, required }) => place === 'query' && (required || name === hit || random.happens(0.08)))
    .map(({ name, schema }) => `${encodeURIComponent(name)}=${encoded(textOf(name, schema, 'query'))}`);
  const content = body && bodyOf(document, body, where === 'body', random);
  const headers: Record<string, string> = {
    ...authorizationOf(caller),
    ...(content !== undefined && body && { 'content-type': body.type }),
  };
  if (where === 'header') {
    const [name, value] = oddHeader(random);
    headers[name] = value;
  }
  const url = `${document.prefix}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return { method, url: url.slice(0, 15_000), headers, body: content };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A lone surrogate has no encoding in a URL. */
const encoded = (text: string): string => encodeURIComponent(text.slice(0, 3_000).toWellFormed());

function bodyOf(
  document: ApiDocument,
  { type, schema, example }: NonNullable<Operation['body']>,
  odd: boolean,
  random: Random,
) {
  const value = example !== undefined && random.happens(0.4) ? example : valueFor(schema, document, random);
  const sent = odd ? withOddPart(value, random) : value;
  const text = type.includes('json') || typeof sent !== 'string' ? JSON.stringify(sent) : sent;
  if (!odd || text === undefined || random.happens(0.9)) return text;
  // Cut, or with a part that is not UTF-8 or not JSON.
  const at = random.integer(0, text.length);
  return random.pick([text.slice(0, at), `${text.slice(0, at)}\u0000${text.slice(at)}`, `${text}${text}`, `[${text}`]);
}

/** Tables that jobs and the checks of credentials write at any time. */
const volatile =
  /^(sequences|metadata|positions|positions_meta|changes|usage|job_progress|webhook|password_requests|idempotent_responses|mails)/;

/** Everything else that is stored. */
async function stateOf(): Promise<string> {
  const sums = Object.entries(await checksumsOf({ settings })).filter(([name]) => !volatile.test(name));
  return JSON.stringify(sums.map(([name, sum]) => [name, name === 'application_passwords' ? 0 : sum]));
}

/** Not if it was a job that wrote at the same moment. */
async function changesAgain(sent: Sent, tries = 3): Promise<boolean> {
  const before = await stateOf();
  await send(sent);
  if ((await stateOf()) === before) return false;
  return tries === 1 || changesAgain(sent, tries - 1);
}

/** The state is compared around one of so many writes. */
const comparedWrites = 20;

const faults = new Map<string, number>();
const statuses = new Map<number, number>();
let undocumented = 0;
function fault(number: number, kind: string, { method, url, body }: Sent, got: string): void {
  const count = (faults.get(kind) ?? 0) + 1;
  faults.set(kind, count);
  if (count > 3) return;
  console.log(
    `request ${number}: ${kind}\n  ${method} ${url.slice(0, 300)}\n  sent ${body?.slice(0, 300) ?? 'no body'}\n  got ${got.slice(0, 400)}`,
  );
}

function judge(number: number, document: ApiDocument, operation: Operation, sent: Sent, got: Got): void {
  const { status, type, text } = got;
  const { name, responses } = operation;
  if (status >= 500) fault(number, `${status} of ${name}`, sent, text);
  // A path with another value, or another method, may not be that of this operation.
  if (text.startsWith('{"code":"rest_no_route"')) return;
  if ('x-http-method-override' in sent.headers) return;
  const described = responses[status];
  if (!described) undocumented++;
  const expected = described ?? responses.default;
  if (!expected) {
    fault(number, `${name} has no status ${status} in the document`, sent, text);
    return;
  }
  if (!type.includes('application/json') || text === '') return;
  const schema = Object.entries<Json>(document.follow(expected).content ?? {}).find(([one]) =>
    one.includes('json'),
  )?.[1].schema;
  if (!schema || new URLSearchParams(sent.url.split('?')[1]).has('_fields')) return;
  const validate = document.validatorFor(schema);
  if (!validate(JSON.parse(text)) && !isSelected(sent.url))
    fault(
      number,
      `${status} of ${name} does not match: ${validate.errors?.[0]?.instancePath.replace(/\d+/g, 'N')} ${validate.errors?.[0]?.message}`,
      sent,
      text,
    );
}

/** Parameters that change the form of a response. */
const isSelected = (url: string): boolean => /[?&](_fields|_envelope|_embed|context)(\[|=|%5B)/.test(url);

const begun = performance.now();
for (let number = from; number < from + requests; number++) {
  const random = seededRandom(seed * 1_000_003 + number);
  const document = random.pick(documents);
  const operation = random.pick(document.operations.filter(({ name }) => !left.has(name)));
  const caller = random.pick(callers);
  const sent = madeRequest(document, operation, caller, random);
  const isCompared = operation.method !== 'GET' && number % comparedWrites === 0;
  const before = isCompared ? await stateOf() : '';
  let got: Got;
  try {
    got = await send(sent);
  } catch (error) {
    if (error instanceof TypeError) continue;
    fault(number, `no response of ${operation.name}`, sent, String(error));
    continue;
  }
  statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
  judge(number, document, operation, sent, got);
  if (isCompared && got.status >= 400 && (await stateOf()) !== before && (await changesAgain(sent)))
    fault(number, `${got.status} of ${operation.name} changed something`, sent, got.text);
  if (got.status < 300 && got.type.includes('application/json')) note(operation.path, JSON.parse(got.text || 'null'));
  if ((number + 1) % 2_000 === 0) {
    const alive = await Promise.all(
      roles.map((role) => send({ method: 'GET', url: '/cal/events/v1/users/me', headers: authorizationOf(role) })),
    );
    if (alive.some(({ status }) => status === 401)) await addUsers();
    const seconds = Math.round((performance.now() - begun) / 1_000);
    console.log(
      `${number + 1 - from} requests in ${seconds} s, ${[...faults.values()].reduce((sum, count) => sum + count, 0)} faults`,
    );
  }
}
await child.kill();
const doctor = await runProgram(['doctor'], { data: settings.ALMANAC_DATA, environment: settings });
// Settings with an unknown mail server are valid.
const found = doctor.stdout.split('\n').filter((line) => /^ERROR(?! +mail )/.test(line));
for (const line of found) console.log(line);
if (found.length > 0) faults.set('doctor', found.length);
console.log(
  `${values.engine}, seed ${seed}: ${requests} requests from ${from}; statuses`,
  Object.fromEntries([...statuses].sort((a, b) => a[0] - b[0])),
);
console.log(`${undocumented} responses with a status that only the default response describes`);
console.log(faults.size === 0 ? 'no faults' : Object.fromEntries(faults));
await store.close();
await server?.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(faults.size > 0 ? 1 : 0);
