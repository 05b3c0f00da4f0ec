// Sends requests, most of them with one part changed to something odd, as every role: operations of the OpenAPI documents of
// both mounts, pages and feeds, imports, MCP and forms. No response may be a 5xx, all must match their document, a request that
// is refused may change nothing, and nothing hidden may be shown. Needs a built dist/.
import { parseArgs } from 'node:util';
import { seededRandom } from '../bench/calendar/random.js';
import { roles } from '../src/core/actor.js';
import { type Caller, type Case, isRead, type MakeCase } from './fuzz/case.js';
import { sendCompared } from './fuzz/compare.js';
import { readDocument } from './fuzz/document.js';
import { openForms } from './fuzz/forms.js';
import { hideRecords } from './fuzz/hidden.js';
import type { Got } from './fuzz/http.js';
import { importCases } from './fuzz/imports.js';
import { mcpCases } from './fuzz/mcp.js';
import { openSeenIds, operationCases } from './fuzz/operations.js';
import { readCases } from './fuzz/reads.js';
import { type EngineName, openSite } from './fuzz/site.js';
import { openTally, summary } from './fuzz/tally.js';
import { recordRun, typedCommand } from './proof.js';

const usage = `Usage: npm run fuzz -- [--engine embedded] [--requests 100000] [--seed 1] [--from 0] [--minutes 60] [--record]

Prints each fault with the number of its request, and exits with 1 if there is any.

  --engine   embedded or postgres
  --from     number of the first request, to go on after a fault
  --minutes  ends the run after so long, if there are requests left
  --record   keeps the figures in docs/proof/`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '60' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [requests, seed, from, minutes] = [values.requests, values.seed, values.from, values.minutes].map(Number) as [
  number,
  number,
  number,
  number,
];
const isEngine = (name: string): name is EngineName => name === 'embedded' || name === 'postgres';
const { engine } = values;
if (values.help || ![requests, seed, from, minutes].every(Number.isInteger) || !isEngine(engine)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const begun = performance.now();
const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1_000);

const site = await openSite(engine);
const hidden = await hideRecords(site);
console.log(`${site.routes.length} routes, ${hidden.count} marked texts, ready after ${secondsSince(begun)} s`);

const seen = openSeenIds();
const documents = await Promise.all(
  ['/cal/events/v1', '/wp-json/tribe/events/v1'].map(async (prefix) => {
    const { text } = await site.send({ method: 'GET', url: `${prefix}/doc`, headers: {} });
    return readDocument(JSON.parse(text), prefix, seen.idFor);
  }),
);
const [native] = documents;
if (!native) throw new Error('there is no document');
const forms = openForms(hidden, site);

/** Shares of all requests. */
const sources: readonly (readonly [name: string, share: number, make: MakeCase])[] = [
  ['operations', 0.6, operationCases(documents, seen, site)],
  ['pages and feeds', 0.21, readCases(hidden, site)],
  ['imports and uploads', 0.05, await importCases(native, seen, site)],
  ['MCP', 0.07, mcpCases(seen, hidden, site)],
  ['forms', 0.07, forms.make],
];

const callers: readonly Caller[] = ['anonymous', ...roles];
const tally = openTally();

/** The state is compared around one of so many changes. */
const comparedWrites = 8;
const maxInFlight = 10;
const madePublic = 'made public';
const renewEvery = 1_000;

function nextCase(number: number): { readonly source: string; readonly caller: Caller; readonly one: Case } {
  const random = seededRandom(seed * 1_000_003 + number);
  const place = random.next();
  let sum = 0;
  const [source, , make] =
    sources.find(([, share]) => {
      sum += share;
      return place < sum;
    }) ??
    sources[0] ??
    [];
  if (!source || !make) throw new Error('there are no requests to send');
  const caller = random.pick(callers);
  return { source, caller, one: make(random, caller) };
}

async function judge(number: number, caller: Caller, one: Case, got: Got): Promise<void> {
  const { name, sent } = one;
  tally.status(got.status);
  for (const fault of one.faultsOf(got)) tally.fault(number, `${name}: ${fault}`, sent, summary(got));
  one.learn?.(got);
  for (const marker of hidden.leaks(caller, sent, got)) {
    const kind = `${name} shows ${caller} ${marker.field} (${marker.kind})`;
    if (await hidden.isUnchanged(marker)) tally.fault(number, kind, sent, around(got.text, marker.word));
    else tally.add(madePublic);
  }
}

const around = (text: string, word: string): string => {
  const at = text.toLowerCase().indexOf(word);
  return text.slice(Math.max(0, at - 200), at + 200);
};

async function run(number: number, { caller, one }: ReturnType<typeof nextCase>, isCompared: boolean): Promise<void> {
  try {
    if (!isCompared) return await judge(number, caller, one, await site.send(one.sent));
    const { got, isHarmless, changed } = await sendCompared(one, site);
    if (isHarmless) tally.add('compared');
    if (changed.length > 0)
      tally.fault(number, `${one.name}: ${got.status} changed ${changed.join(', ')}`, one.sent, summary(got));
    return await judge(number, caller, one, got);
  } catch (error) {
    // Not a request: a header that HTTP cannot have.
    if (error instanceof TypeError && 'code' in error) tally.add('not sent');
    else tally.fault(number, `${one.name}: no response`, one.sent, String(error));
  }
}

/** How many were sent: all, or those that the time was enough for. */
async function sendAll(): Promise<number> {
  const inFlight = new Set<Promise<void>>();
  const start = performance.now();
  let number = from;
  for (; number < from + requests && performance.now() - start < minutes * 60_000; number++) {
    if (number % renewEvery === 0) {
      await Promise.all(inFlight);
      await site.checkUsers();
      await forms.renew();
    }
    const made = nextCase(number);
    tally.add(made.source);
    const isCompared = !isRead(made.one.sent) && number % comparedWrites === 0;
    if (isCompared) await Promise.all(inFlight);
    const sending = run(number, made, isCompared).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
    if (isCompared || inFlight.size >= maxInFlight) await (isCompared ? sending : Promise.race(inFlight));
    if ((number + 1 - from) % 2_000 === 0)
      console.log(`${number + 1 - from} requests in ${secondsSince(start)} s, ${tally.faults()} faults`);
  }
  await Promise.all(inFlight);
  return number - from;
}

function record(sent: number, seconds: number): void {
  const changed = tally.count(madePublic);
  recordRun(`fuzz-${engine}`, {
    command: typedCommand(),
    counts: [
      ['requests', sent],
      ...sources.map(([name]) => [`requests: ${name}`, tally.count(name)] as const),
      ...['2xx', '3xx', '4xx'].map((name) => [`responses with ${name}`, tally.count(name)] as const),
      ['refused changes and dry runs after which the database was compared', tally.count('compared')],
      ['marked texts of hidden records', hidden.count],
      ['seconds', seconds],
    ],
    faults: tally.faults(),
    ...(changed > 0 && { skipped: [`${changed} marked texts that a request of an editor had made public`] }),
  });
}

try {
  const sent = await sendAll();
  for (const line of await site.diagnose())
    tally.fault(from + sent, line, { method: 'doctor', url: '', headers: {} }, line);
  const seconds = secondsSince(begun);
  console.log(`${engine}, seed ${seed}: ${sent} requests from ${from} in ${seconds} s`);
  tally.print();
  if (values.record) record(sent, seconds);
} finally {
  await site.close();
}
process.exit(tally.faults() > 0 ? 1 : 0);
