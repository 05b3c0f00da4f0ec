// Everything that the service talks to hangs, lies or answers slowly, and its clock and time zones change: nothing else is
// harmed. All of it is on loopback. Needs a built dist/.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { nginxProgram } from '../tests/harness/nginx.js';
import { canJump, jumpClock, type Tried } from './around/clock.js';
import { type Trouble, troubles } from './around/faulty.js';
import { changeAddresses } from './around/names.js';
import { type Need, openNeeds } from './around/needs.js';
import { probeDuring, type Times } from './around/probe.js';
import { tryProxy } from './around/proxy.js';
import { addAdministrator, openFiles, type Site, startSite } from './around/site.js';
import { type Around, startAround } from './around/upstream.js';
import { changeZones } from './around/zones.js';
import { recordRun } from './proof.js';

const parts = ['services', 'clock', 'names', 'zones', 'nginx'] as const;
const usage = `Usage: npm run around -- [--only services,clock,names,zones,nginx] [--need mail,images,…] [--record]

  services  mail, images, sign-in, geocoder, calendar and webhook: ${troubles.join(', ')}
  clock     jumps of the clock; needs the package libfaketime of Debian
  names     host names that change their addresses
  zones     time zones that are not known, and changed ones
  nginx     pages, uploads, imports and feeds through nginx with TLS and HTTP/2; needs nginx, curl and openssl

  --need    services that misbehave, one after the other; default: all
  --record  keeps the sums in docs/proof/`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: parts.join(',') },
    need: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const chosen = values.only.split(',');
const faults: string[] = [];
const skipped: string[] = [];
const counts: (readonly [string, number])[] = [];
const note = (found: readonly string[]) => {
  for (const fault of found) console.log(`FAULT ${fault}`);
  faults.push(...found);
};

/** For a machine that has other work. */
const maxMedianMs = 150;
const maxSlowestMs = 2_000;
const maxExtraMegabytes = 250;
const maxExtraFiles = 3;
const settleMs = 25_000;

async function filesLeft(site: Site, before: number): Promise<number> {
  for (let waited = 0; waited < settleMs; waited += 500) {
    if (openFiles(site.pid) <= before + maxExtraFiles) return 0;
    await sleep(500);
  }
  return openFiles(site.pid) - before;
}

function timeFaults(times: Times, usual: Times): readonly string[] {
  const { medianMs, slowestMs, failed, mostMegabytes } = times;
  return [
    ...(medianMs > Math.max(maxMedianMs, 5 * usual.medianMs) ? [`other requests take ${medianMs} ms`] : []),
    ...(slowestMs > Math.max(maxSlowestMs, 3 * usual.slowestMs) ? [`another request takes ${slowestMs} ms`] : []),
    ...(failed.length > 0 ? [`${failed.length} other requests fail: ${failed[0]}`] : []),
    ...(mostMegabytes > usual.mostMegabytes + maxExtraMegabytes ? [`memory rises to ${mostMegabytes} MB`] : []),
  ];
}

let [tries, requests, slowest] = [0, 0, 0];

async function tryTrouble(site: Site, around: Around, need: Need, trouble: Trouble, usual: Times): Promise<void> {
  const server = around.servers[need.service];
  const name = `${need.name}, ${trouble}`;
  const files = openFiles(site.pid);
  server.setTrouble(trouble);
  const begun = performance.now();
  const [seen, times] = await probeDuring(
    site,
    need
      .use(site)
      .catch((error: unknown) => ({ works: false, message: String(error) }))
      .then((result) => ({ ...result, seconds: (performance.now() - begun) / 1_000 })),
  );
  server.setTrouble();
  tries++;
  requests += times.requests;
  slowest = Math.max(slowest, times.slowestMs);
  console.log(
    `${name}: ${seen.seconds.toFixed(1)} s, ${seen.message.slice(0, 160)}; others ${times.medianMs} ms, at most ${times.slowestMs} ms, ${times.mostMegabytes} MB`,
  );
  const left = await filesLeft(site, files);
  const after = need.isRemembered ? undefined : await need.use(site);
  note(
    [
      ...(seen.works ? ['it works nevertheless'] : []),
      ...(seen.message.startsWith('500') ? [`answered with ${seen.message}`] : []),
      ...(seen.seconds > need.limitSeconds ? [`it takes ${seen.seconds.toFixed(1)} s`] : []),
      ...timeFaults(times, usual),
      ...(left > 0 ? [`${left} files are left open`] : []),
      ...(after && !after.works ? [`it does not work afterwards: ${after.message}`] : []),
    ].map((fault) => `${name}: ${fault}`),
  );
}

async function tryServices(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-around-'));
  const around = await startAround();
  const settings = { ALMANAC_DATA: join(folder, 'data'), ...around.settings };
  const site = await startSite(settings, await addAdministrator(settings));
  const all = await openNeeds(site, around);
  const wanted = values.need?.split(',');
  const needs = all.filter(({ service }) => wanted?.includes(service) ?? true);
  for (const need of needs) {
    const first = need.isRemembered ? undefined : await need.use(site);
    if (first && !first.works) note([`${need.name} does not work: ${first.message}`]);
  }
  const [, usual] = await probeDuring(site, sleep(5_000));
  console.log(`usual: others ${usual.medianMs} ms, at most ${usual.slowestMs} ms, ${usual.mostMegabytes} MB`);
  for (const need of needs) {
    for (const trouble of need.troubles ?? troubles) await tryTrouble(site, around, need, trouble, usual);
    const last = await need.use(site);
    if (!last.works) note([`${need.name} does not work at the end: ${last.message}`]);
  }
  await site.stop();
  await around.stop();
  rmSync(folder, { recursive: true, force: true });
  counts.push(['services that misbehaved in eight ways', new Set(needs.map(({ service }) => service)).size]);
  counts.push(['requests that needed them', tries]);
  counts.push(['other requests meanwhile', requests]);
  counts.push(['milliseconds of the slowest other request', slowest]);
}

async function tryPart(part: (typeof parts)[number], what: string, work: () => Promise<Tried>): Promise<void> {
  if (!chosen.includes(part)) return;
  const tried = await work();
  note(tried.faults.map((fault) => `${part}: ${fault}`));
  counts.push([what, tried.tries]);
}

if (chosen.includes('services')) await tryServices();
if (canJump) await tryPart('clock', 'jumps of the clock', jumpClock);
else skipped.push('jumps of the clock: libfaketime is not installed');
await tryPart('names', 'answers of a changing resolver', () => changeAddresses(300));
await tryPart('zones', 'views and changes with an unknown or a changed time zone', changeZones);
if (nginxProgram) await tryPart('nginx', 'requests through nginx with TLS and HTTP/2', tryProxy);
else skipped.push('nginx: it is not installed');

for (const [what, count] of counts) console.log(`${what}: ${count}`);
for (const what of skipped) console.log(`skipped ${what}`);
console.log(`faults: ${faults.length}`);
if (values.record) recordRun('around', { command: 'npm run around', counts, faults: faults.length, skipped });
process.exit(faults.length > 0 ? 1 : 0);
