// Kills the service with SIGKILL under sixteen writers, again and again: nothing that it acknowledged may be lost, and nothing may
// be stored half. Runs on the embedded database; needs a built dist/.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'libsql';
import { seededRandom } from '../bench/calendar/random.js';
import { now, openDatabase } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { startChild } from '../tests/harness/child.js';
import { basic, eventsOf } from '../tests/harness/program.js';

const usage = `Usage: npm run kills -- [--rounds 200] [--seed 1] [--folder …]

Starts the service, writes with 16 writers, kills it, and checks its data. Prints what was acknowledged and what was lost, and
exits with 1 if anything was.

  --rounds   rounds to play; a folder that has rounds already goes on, and the counts are sums
  --seed     decides when each round is killed
  --folder   database and counts; default: almanac-kills in the temporary folder`;

const writers = 16;
const maxWritingMs = 2_000;

/** Saved after each round. */
interface State {
  readonly password: string;
  rounds: number;
  asked: number;
  acknowledged: number;
  lost: number;
}

/** One record: its acknowledged title, and the one that was asked for last. */
interface Written {
  readonly id: number;
  acknowledged: string;
  asked: string;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: join(tmpdir(), 'almanac-kills') },
    help: { type: 'boolean', default: false },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (values.help || !(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed))) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const settings = { ALMANAC_DATA: join(values.folder, 'data') };
const [stateFile, writtenFile] = [join(values.folder, 'state.json'), join(values.folder, 'acknowledged.ndjson')];

async function begin(): Promise<State> {
  if (existsSync(stateFile)) return JSON.parse(readFileSync(stateFile, 'utf8')) as State;
  mkdirSync(values.folder, { recursive: true });
  const store = await openDatabase(readConfig(settings));
  const { password } = await addUser(store, { name: 'writer', role: 'editor', now: now() });
  await store.close();
  return { password, rounds: 0, asked: 0, acknowledged: 0, lost: 0 };
}

const state = await begin();
const headers = { ...basic('writer', state.password), 'content-type': 'application/json' };

/** Creates events and renames every second one, until the connection breaks. */
async function write(url: string, writer: number, written: Written[]): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<number> => {
    const response = await fetch(`${eventsOf(url)}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} was answered with ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { readonly id: number }).id;
  };
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  try {
    for (let number = 1; ; number++) {
      const title = `Round ${state.rounds} writer ${writer} number ${number}`;
      state.asked++;
      const id = await send('POST', '', { title, ...times, tags: ['killed'], venue: { venue: title } });
      const record: Written = { id, acknowledged: title, asked: title };
      written.push(record);
      state.acknowledged++;
      if (number % 2 === 0) continue;
      record.asked = `${title} renamed`;
      await send('PATCH', `/${id}`, { title: record.asked });
      record.acknowledged = record.asked;
      state.acknowledged++;
    }
  } catch (error) {
    // `fetch` reports a broken connection so.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** What is lost or half. */
function faultsIn(database: Database.Database, written: readonly Written[]): readonly string[] {
  const title = database.prepare('select title from events where id = ?').raw(true);
  const lost = written.flatMap(({ id, acknowledged, asked }) => {
    const [found] = (title.get([id]) as string[] | undefined) ?? [];
    return found === acknowledged || found === asked ? [] : [`event ${id} is ${found ?? 'lost'}, not ${acknowledged}`];
  });
  const count = (sql: string) => Number((database.prepare(sql).raw(true).get([]) as number[])[0]);
  const events = count('select count(*) from events');
  const parts = {
    venues: 'select count(*) from venues',
    'links to venues': 'select count(*) from event_venues',
    'events of the tag': 'select coalesce(max(count), 0) from tags',
    'search texts': 'select count(*) from events_search',
    'entries of the text index': "select count(*) from events_fts where events_fts match 'round'",
    revisions: "select count(*) from revisions where action = 'created' and resource = 'event'",
    positions: "select count(*) from positions where table_name = 'events'",
  };
  const half = Object.entries(parts).flatMap(([name, sql]) =>
    count(sql) === events ? [] : [`${events} events, but ${count(sql)} ${name}`],
  );
  return [...lost, ...half, ...(events > state.asked ? [`${events} events, but ${state.asked} were asked for`] : [])];
}

/** While the service runs: its start has recovered the file, which the last connection to close would do as well. */
function check(written: readonly Written[]): readonly string[] {
  const database = new Database(join(settings.ALMANAC_DATA, 'almanac.db'), { timeout: 5_000 });
  try {
    return faultsIn(database, written);
  } finally {
    database.close();
  }
}

function noteFaults(faults: readonly string[]): void {
  for (const fault of faults) console.log(fault);
  state.lost += faults.length;
}

const save = () => writeFileSync(stateFile, JSON.stringify(state));
const sums = () =>
  `${state.rounds} rounds, ${state.asked} creates asked for, ${state.acknowledged} changes acknowledged, ${state.lost} lost`;

save();
let written: Written[] = [];
for (let round = 0; round < rounds; round++) {
  const child = await startChild(settings);
  noteFaults(check(written));
  written = [];
  const writing = Array.from({ length: writers }, (_, writer) => write(child.address, writer, written));
  // Never before the first answers: passwords are checked then.
  while (written.length < writers) await sleep(5);
  await sleep(seededRandom(seed + state.rounds).integer(0, maxWritingMs));
  await child.kill();
  await Promise.all(writing);
  appendFileSync(writtenFile, written.map((record) => `${JSON.stringify(record)}\n`).join(''));
  state.rounds++;
  save();
  if (state.rounds % 10 === 0) console.log(sums());
}

const last = await startChild(settings);
const all = readFileSync(writtenFile, 'utf8').split('\n').filter(Boolean);
noteFaults(check(all.map((line) => JSON.parse(line) as Written)));
await last.kill();
save();
console.log(sums());
process.exit(state.lost > 0 ? 1 : 0);
