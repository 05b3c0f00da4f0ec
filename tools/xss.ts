// Stores texts that would run as a script in every text field, and looks at them in Chromium through every page, feed, mail and
// view of the console: `npm run xss`. Nothing may run, no markup of a text may reach a page, and the content security policy
// must have nothing to stop. Needs a built dist/.
import { parseArgs } from 'node:util';
import { cleanUp } from '../tests/harness/program.js';
import { randomFrom } from '../tests/harness/random.js';
import { recordRun } from './proof.js';
import * as consoleViews from './xss/console-views.js';
import { readFeeds, readHeads, readMails } from './xss/feeds.js';
import { openMarks } from './xss/marks.js';
import { addSeries, addUsers } from './xss/more-records.js';
import { makePayloads } from './xss/payloads.js';
import * as publicViews from './xss/public-views.js';
import { addRecords, administrator, least } from './xss/records.js';
import { allSeen, tables } from './xss/report.js';
import { startSite } from './xss/site.js';
import { prepareSettings, setState } from './xss/state.js';
import { addWebhook, decideSubmissions, importFiles, submitForms, subscribe } from './xss/visitors.js';
import { openFindings, openWatch, startBrowser } from './xss/watch.js';

const usage = `Usage: npm run xss -- [--seed 1] [--payloads 30] [--together 3] [--every 10] [--only view] [--record]

Prints each fault with its context, field and view, and exits with 1 if there is any.

  --seed      of the payloads
  --payloads  of each context
  --together  payloads in a long text; with 1 there are as many records as payloads, and short texts have had all, too
  --every     opens the pages and forms of one record of 10 in the browser; pages of the others are only parsed by it
  --only      views whose name contains this text, such as: event, feed, console settings
  --record    keeps the sums in docs/proof/xss.json`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    payloads: { type: 'string', default: '30' },
    together: { type: 'string', default: '3' },
    every: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const numbers = [values.seed, values.payloads, values.together, values.every].map(Number);
const [seed = 0, count = 0, together = 0, every = 0] = numbers;
if (values.help || !numbers.every((number) => Number.isInteger(number) && number > 0)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const isWanted = (view: string): boolean => view.includes(values.only);

const began = Date.now();
const say = (text: string) => console.log(`${((Date.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${text}`);

const site = await startSite();
const payloads = makePayloads(count, randomFrom(seed));
const marks = openMarks(payloads, site.other.url, together);
const findings = openFindings(marks);

async function fill(): Promise<publicViews.Filled> {
  await prepareSettings(site);
  const byLeast = await addRecords(site, marks, least);
  say('records of the least trusted roles');
  const byAdministrator = await addRecords(site, marks, administrator);
  say('records of an administrator');
  const series = await addSeries(site, marks);
  const users = await addUsers(site, marks, byAdministrator.events ?? []);
  say('series and users');
  const imports = await importFiles(site, marks);
  const subscriptions = await subscribe(site, marks);
  const webhook = await addWebhook(site, marks);
  say('imports, subscriptions and a webhook');
  const submitted = await submitForms(site, marks);
  say('forms of visitors');
  return { least: byLeast, administrator: byAdministrator, series, users, imports, subscriptions, webhook, submitted };
}

/** A view that cannot be shown is a fault, too; the others are looked at nevertheless. */
async function attempt(view: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    findings.report(view, `not shown: ${(error as Error).message}`);
  }
}

async function look(filled: publicViews.Filled): Promise<void> {
  const browser = await startBrowser();
  try {
    const openPage = () => openWatch(browser, findings, site.other.hits, `${site.other.url}/host`);
    const visitor = { site, marks, filled, isWanted, findings, watch: await openPage() };
    const editor = { ...visitor, watch: await openPage() };
    await consoleViews.signIn(editor);
    for (let record = 0; record < marks.records; record++) {
      await setState(site, marks, record, filled.webhook);
      await publicViews.parsePayload(visitor, record);
      await readHeads(visitor, filled, record);
      if (record % every === 0)
        await Promise.all([
          attempt('pages', () => publicViews.openPayload(visitor, record)),
          attempt('console', () => consoleViews.openPayload(editor, record)),
        ]);
      if (record % 10 === 9) say(`${record + 1} of ${marks.records} records`);
    }
    await decideSubmissions(site, marks, filled.submitted);
    readMails(visitor, site.mail.received);
    await attempt('lists', () => publicViews.lookAtLists(visitor));
    say('lists of the site');
    await attempt('feeds', () => readFeeds(visitor));
    say('feeds and APIs');
    await attempt('console lists', () => consoleViews.lookAtLists(editor));
    say('lists of the console');
  } finally {
    await browser.close();
  }
}

try {
  await look(await fill());
} finally {
  await site.stop();
  await cleanUp();
}

const sum = (how: 'parsed' | 'opened'): number =>
  [...findings.views.values()].reduce((all, view) => all + view[how], 0);
const refused = [...marks.refused.values()].reduce((all, number) => all + number, 0);
const faults = findings.faults.length;
console.log(`\n${tables(marks, payloads, findings)}\n`);
for (const [view, { marks: seen }] of findings.views) if (seen.size === 0) console.log(`${view}: no payload was seen`);
console.log(
  `seed ${seed}: ${payloads.length} payloads, ${marks.fields.length} fields, ${findings.views.size} views, ${sum('parsed')} pages parsed, ${sum('opened')} opened, ${allSeen(findings).size} texts seen, ${refused} refused, ${faults} faults`,
);
if (values.record)
  recordRun('xss', {
    command: `npm run xss -- --seed ${seed} --payloads ${count} --together ${together} --every ${every}`,
    counts: [
      ['payloads', payloads.length],
      ['records of each kind', marks.records],
      ['fields', marks.fields.length],
      ['views', findings.views.size],
      ['pages and feeds parsed', sum('parsed')],
      ['pages and views opened in Chromium', sum('opened')],
      ['payloads in fields that were seen', allSeen(findings).size],
      ['values that were refused', refused],
    ],
    faults,
    skipped: [
      'mails have no HTML part: only their header fields and lines are checked',
      `pages and forms of single records are opened for one record of ${every}; pages of the others are parsed by Chromium`,
      `short texts have one payload in each record, of every context, but not all of each`,
    ],
  });
if (faults > 0) process.exitCode = 1;
