// The clock of the service jumps, by libfaketime of Debian: sessions end on time, what is due is done, and followers of changes
// miss nothing.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionSeconds } from '../../src/auth/sessions.js';
import { addAdministrator, type Site, signInPassword, startSite } from './site.js';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

export const canJump = existsSync(library);

export interface Tried {
  readonly faults: readonly string[];
  readonly tries: number;
}

interface Followed {
  readonly ids: Set<number>;
  token: string;
}

async function follow(site: Site, followed: Followed): Promise<void> {
  for (;;) {
    const since = followed.token === '' ? '' : `?since=${encodeURIComponent(followed.token)}`;
    const { status, body } = await site.send('GET', `/changes${since}`);
    if (status !== 200) throw new Error(`changes: ${status} ${JSON.stringify(body)}`);
    for (const { id } of body.changes) followed.ids.add(id);
    followed.token = body.next;
    if (body.more !== true) return;
  }
}

const sessionDays = sessionSeconds / 86_400;
/** Days from now that the clock jumps to, one after the other. */
const jumps = [2, 0, 40, -3, 0] as const;

const wall = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

export async function jumpClock(): Promise<Tried> {
  const faults: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'almanac-clock-'));
  const file = join(folder, 'offset');
  const setClock = (days: number) => writeFileSync(file, `${days < 0 ? '' : '+'}${days}d\n`);
  setClock(0);
  const settings = { ALMANAC_DATA: join(folder, 'data'), ALMANAC_LOG_LEVEL: 'warn' };
  const headers = await addAdministrator(settings);
  const site = await startSite(settings, headers, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  const expect = (name: string, isRight: boolean) => void (isRight || faults.push(name));
  const dateOf = async () => Date.parse((await fetch(`${site.url}/healthz`)).headers.get('date') ?? '');
  const signIn = async () => {
    const response = await fetch(`${site.url}/cal/events/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'keeper', password: signInPassword }),
    });
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const isSignedIn = async (cookie: string) =>
    (await fetch(`${site.url}/cal/events/v1/session`, { headers: { cookie } })).status === 200;
  let tries = 0;
  try {
    const followed: Followed = { ids: new Set(), token: '' };
    await follow(site, followed);
    const written = new Set<number>();
    const write = async (title: string, more: object = {}) => {
      const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
      const { status, body } = await site.send('POST', '/events', { title, ...times, ...more });
      expect(`an event cannot be created: ${status} ${JSON.stringify(body)}`, status === 201);
      written.add(body.id);
      return body.id as number;
    };
    const scheduled = await write('Scheduled', { date: wall(1) });
    for (const days of jumps) {
      tries++;
      const cookie = await signIn();
      expect(`no session before the jump to ${days} days`, await isSignedIn(cookie));
      setClock(days);
      const moved = days - (jumps[tries - 2] ?? 0);
      // Node keeps the Date header for a second.
      await sleep(1_500);
      expect(
        `the clock of the service is not at ${days} days`,
        Math.abs((await dateOf()) - Date.parse(`${wall(days)}Z`)) < 60_000,
      );
      await write(`After the jump to ${days} days`);
      await follow(site, followed);
      const missing = [...written].filter((id) => !followed.ids.has(id));
      expect(`after a jump by ${moved} days changes lack ${missing}`, missing.length === 0);
      const health = await fetch(`${site.url}/readyz`);
      expect(`after a jump by ${moved} days it is not ready: ${health.status}`, health.ok);
      expect(`a session after a jump by ${moved} days`, (await isSignedIn(cookie)) === moved < sessionDays);
      expect(`no new session after a jump by ${moved} days`, await isSignedIn(await signIn()));
      await sleep(3_000);
    }
    let status = '';
    for (let seconds = 0; seconds < 70 && status !== 'publish'; seconds++) {
      status = (await site.send('GET', `/events/${scheduled}`)).body.status;
      await sleep(1_000);
    }
    expect(`the scheduled event is ${status}`, status === 'publish');
    const problems = site
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    expect(`the log has errors: ${problems[0]}`, problems.length === 0);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { faults, tries };
}
