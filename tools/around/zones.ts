// Time zones that the running Node does not know, and a changed time zone database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEngine } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { plain } from '../../src/storage/engine.js';
import type { Tried } from './clock.js';
import { addAdministrator, startSite } from './site.js';

const views = [
  '/',
  '/event/in-paris',
  '/cal/events/v1/events',
  '/cal/events/v1/events.ics',
  '/cal/events/v1/events.rss',
  '/cal/events/v1/events.csv',
];

export async function changeZones(): Promise<Tried> {
  const faults: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'almanac-zones-'));
  const settings = { ALMANAC_DATA: folder };
  const headers = await addAdministrator(settings);
  const first = await startSite(settings, headers);
  const times = { start_date: '2031-07-01 10:00:00', end_date: '2031-07-01 12:00:00', timezone: 'Europe/Paris' };
  const ids: number[] = [];
  for (const title of ['In Paris', 'Elsewhere'])
    ids.push((await first.send('POST', '/events', { ...times, title })).body.id);
  const refused = await first.send('POST', '/events', { ...times, title: 'Nowhere', timezone: 'Europe/Nowhere' });
  if (refused.status !== 400) faults.push(`an unknown zone is answered with ${refused.status}`);
  await first.stop();
  const [moved, unknown] = ids;
  const engine = openEngine(readConfig(settings));
  // As an older time zone database would have stored it; and a zone that only a newer one knows.
  await engine.transact(async (connection) => {
    await connection.run(
      plain(
        `update events set utc_start_date = '2031-07-01 09:00:00', utc_end_date = '2031-07-01 11:00:00' where id = ${moved}`,
      ),
    );
    await connection.run(plain(`update events set timezone = 'Europe/Nowhere' where id = ${unknown}`));
    await connection.run(plain(`update metadata set value = '2020a' where name = 'time-zones'`));
  });
  await engine.close();
  const second = await startSite(settings, headers);
  const startOf = async () => (await second.send('GET', `/events/${moved}`)).body.utc_start_date;
  for (let seconds = 0; seconds < 20 && (await startOf()) !== '2031-07-01 08:00:00'; seconds++) await sleep(1_000);
  if ((await startOf()) !== '2031-07-01 08:00:00')
    faults.push(`a changed zone: the start stays ${await startOf()} UTC`);
  const kept = (await second.send('GET', `/events/${unknown}`)).body.utc_start_date;
  if (kept !== '2031-07-01 08:00:00') faults.push(`an unknown zone: the start is moved to ${kept} UTC`);
  for (const view of [...views, `/cal/events/v1/events/${unknown}`, `/cal/events/v1/events/${unknown}.ics`]) {
    const response = await fetch(`${second.url}${view}`);
    const text = await response.text();
    if (!response.ok) faults.push(`an unknown zone: ${view} answers ${response.status} ${text.slice(0, 200)}`);
  }
  for (const change of [{ title: 'Changed' }, { start_date: '2031-07-02 10:00:00', end_date: '2031-07-02 12:00:00' }]) {
    const { status, body } = await second.send('PATCH', `/events/${unknown}`, change);
    if (status >= 500) faults.push(`an unknown zone: a change answers ${status} ${JSON.stringify(body)}`);
    console.log(`unknown zone, change of ${Object.keys(change)}: ${status} ${body.message ?? body.timezone}`);
  }
  const errors = second
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  faults.push(...errors.slice(0, 3).map((line) => `an unknown zone: ${line.slice(0, 400)}`));
  await second.stop();
  rmSync(folder, { recursive: true });
  return { faults, tries: views.length + 4 };
}
