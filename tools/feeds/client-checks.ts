// Calendar programs as clients of a running Almanac: khal lists the feed in two time zones, vdirsyncer follows it.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wallWithin } from '../../src/core/time/zone.js';
import { type Check, type Outcome, sameLines } from './check.js';
import type { ApiEvent, Demo } from './demo.js';
import { readByIcalJs } from './ical-values.js';
import { hasProgram, run } from './programs.js';

const zones = ['Europe/Paris', 'America/New_York'];

function khalConfig(folder: string, zone: string): string {
  const [calendar, file] = [join(folder, 'calendar'), join(folder, 'config')];
  mkdirSync(calendar, { recursive: true });
  const formats = ['datetimeformat', 'longdatetimeformat'].map((name) => `${name} = %Y-%m-%d %H:%M`);
  const dates = ['dateformat', 'longdateformat'].map((name) => `${name} = %Y-%m-%d`);
  writeFileSync(
    file,
    [
      '[calendars]',
      '[[demo]]',
      `path = ${calendar}`,
      '[locale]',
      `local_timezone = ${zone}`,
      `default_timezone = ${zone}`,
      'timeformat = %H:%M',
      ...formats,
      ...dates,
      '[default]',
      'default_calendar = demo',
      '[sqlite]',
      `path = ${join(folder, 'khal.db')}`,
      '',
    ].join('\n'),
  );
  return file;
}

/** Start and title, in the zone; all-day events by their first day. */
function localLine({ all_day, start_date, utc_start_date, title }: ApiEvent, zone: string): string {
  const start = all_day ? start_date.slice(0, 10) : (wallWithin(utc_start_date, zone) ?? '').slice(0, 16);
  return `${start} | ${title}`;
}

async function khalCheck(folder: string, demo: Demo, zone: string): Promise<Outcome | undefined> {
  if (!hasProgram('khal', '--version')) return undefined;
  const own = join(folder, `khal-${zone.replace('/', '-')}`);
  mkdirSync(own);
  const config = khalConfig(own, zone);
  const feed = await demo.save('/events.ics', `khal-${zone.replace('/', '-')}.ics`);
  const env = { HOME: own, XDG_CONFIG_HOME: own, XDG_DATA_HOME: own, LC_ALL: 'C.UTF-8' };
  await run('khal', ['-c', config, 'import', '--batch', '-a', 'demo', feed], { env });
  // Without day headers. An event of several days is listed on each of them.
  const output = await run(
    'khal',
    ['-c', config, 'list', '-df', '', '-f', '{start-long} | {title}', demo.from, demo.to],
    { env },
  );
  const inRange = (line: string): boolean => line.slice(0, 10) >= demo.from && line.slice(0, 10) < demo.to;
  const listed = [...new Set(output.split('\n').filter(inRange))];
  const events = await demo.list(`starts_after=${demo.before}&starts_before=${demo.to}`);
  const expected = [...new Set(events.map((event) => localLine(event, zone)).filter(inRange))];
  return sameLines(`dates in ${zone}`, listed, expected);
}

async function vdirsyncerCheck(folder: string, demo: Demo): Promise<Outcome | undefined> {
  if (!hasProgram('vdirsyncer', '--version')) return undefined;
  const own = join(folder, 'vdirsyncer');
  const [files, config] = [join(own, 'files'), join(own, 'config')];
  mkdirSync(files, { recursive: true });
  writeFileSync(
    config,
    `[general]
status_path = "${join(own, 'status')}"
[pair demo]
a = "feed"
b = "files"
collections = null
[storage feed]
type = "http"
url = "${demo.url}/events.ics"
[storage files]
type = "filesystem"
path = "${files}"
fileext = ".ics"
`,
  );
  const env = { HOME: own };
  const vdirsyncer = (command: string): Promise<string> =>
    run('vdirsyncer', ['-v', 'INFO', '-c', config, command], { env, mergeErrors: true });
  await vdirsyncer('discover');
  const changesIn = (output: string): readonly string[] =>
    output.split('\n').filter((line) => /^(?:info: )?(?:Copying|Deleting|Updating)/i.test(line));
  const first = changesIn(await vdirsyncer('sync'));
  const second = changesIn(await vdirsyncer('sync'));
  const count = readdirSync(files).length;
  const feed = readByIcalJs(await demo.save('/events.ics', 'vdirsyncer.ics'));
  const uids = new Set(feed.flatMap(({ uid }) => uid)).size;
  return {
    compared: `${count} files after the first synchronization, ${second.length} changes in the second`,
    differences: [
      ...second,
      ...(first.length === uids && count === uids
        ? []
        : [`${first.length} changes and ${count} files for ${uids} UIDs`]),
    ],
  };
}

export function* clientChecks(folder: string, demo: Demo): Generator<Check> {
  for (const zone of zones)
    yield { name: `demo, khal in ${zone}`, needs: 'khal', run: () => khalCheck(folder, demo, zone) };
  yield { name: 'demo, vdirsyncer', needs: 'vdirsyncer', run: () => vdirsyncerCheck(folder, demo) };
}
