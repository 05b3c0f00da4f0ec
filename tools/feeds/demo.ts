// A running Almanac with the demo calendar and further series, whose feeds other programs read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plusSeconds, wallOf } from '../../src/core/time/clock.js';
import { basic, newFolder, type Served, serve } from '../../tests/harness/program.js';

/** An event of the API, as far as it is compared. */
export interface ApiEvent {
  readonly id: number;
  readonly title: string;
  readonly all_day: boolean;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly timezone: string;
  readonly event_status: string;
}

export interface Demo {
  readonly url: string;
  /** The range that is compared: whole days in UTC, the last one excluded. */
  readonly from: string;
  readonly to: string;
  /** The day before, for zones behind UTC. */
  readonly before: string;
  readonly list: (query: string) => Promise<readonly ApiEvent[]>;
  /** Stores the feed of a path below the API as a file, and returns the path of the file. */
  readonly save: (path: string, name: string) => Promise<string>;
  readonly stop: () => Promise<unknown>;
}

const DAY = 86_400;
const comparedDays = 400;

/** A day relative to today, at a time. Times are outside the hours that clocks skip or repeat. */
const at = (days: number, time: string): string =>
  `${plusSeconds(wallOf(Math.floor(Date.now() / 1_000)), days * DAY).slice(0, 10)} ${time}`;

interface SeriesInput {
  readonly timezone: string;
  readonly recurrence: unknown;
  readonly all_day?: true;
  readonly start_date?: string;
  readonly end_date?: string;
}

const series: readonly SeriesInput[] = [
  { timezone: 'Europe/Paris', recurrence: 'FREQ=WEEKLY;BYDAY=MO,FR' },
  { timezone: 'America/New_York', recurrence: 'FREQ=DAILY;INTERVAL=3' },
  { timezone: 'Australia/Lord_Howe', recurrence: 'FREQ=WEEKLY;BYDAY=SU;COUNT=50' },
  { timezone: 'Asia/Jerusalem', recurrence: 'FREQ=WEEKLY;BYDAY=TU,SA' },
  { timezone: 'Africa/Cairo', recurrence: 'FREQ=MONTHLY;BYDAY=-1FR' },
  { timezone: 'Pacific/Auckland', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1,15' },
  { timezone: 'UTC', recurrence: 'FREQ=WEEKLY;BYDAY=WE' },
  { timezone: 'UTC+9', recurrence: 'FREQ=WEEKLY;BYDAY=MO', start_date: at(3, '06:00:00'), end_date: at(3, '07:00:00') },
  {
    timezone: 'UTC-3:30',
    recurrence: 'FREQ=WEEKLY;BYDAY=SA',
    start_date: at(3, '22:00:00'),
    end_date: at(3, '23:00:00'),
  },
  { timezone: 'Europe/Paris', all_day: true, recurrence: 'FREQ=WEEKLY;BYDAY=TH' },
  {
    timezone: 'America/New_York',
    all_day: true,
    recurrence: `FREQ=DAILY;INTERVAL=10;UNTIL=${at(200, '').slice(0, 10).replaceAll('-', '')}`,
  },
  { timezone: 'Asia/Tokyo', recurrence: `FREQ=WEEKLY;UNTIL=${at(150, '').slice(0, 10).replaceAll('-', '')}` },
  {
    timezone: 'Europe/Paris',
    recurrence: {
      dates: [at(10, '19:00:00'), { start: at(20, '15:00:00'), end: at(20, '23:00:00') }, at(140, '19:00:00')],
    },
  },
];

async function addSeries(call: (method: string, path: string, body?: unknown) => Promise<unknown>): Promise<void> {
  for (const [index, input] of series.entries()) {
    const title = `Series ${index}, ${input.timezone}`;
    const { id } = (await call('POST', '/events?align=true', {
      title,
      start_date: at(3, '19:00:00'),
      end_date: at(3, '21:00:00'),
      ...input,
    })) as { id: number };
    const { events } = (await call(
      'GET',
      `/events?occurrence_of=${id}&per_page=10&start_date=${at(0, '00:00:00')}`,
    )) as {
      events: readonly ApiEvent[];
    };
    const [, moved, skipped, renamed] = events;
    if (!moved || !skipped || !renamed) continue;
    const shift = (wall: string): string => plusSeconds(wall, 2 * 3_600);
    const times = input.all_day ? {} : { start_date: shift(moved.start_date), end_date: shift(moved.end_date) };
    await call('PATCH', `/events/${moved.id}`, { ...times, event_status: 'cancelled' });
    await call('DELETE', `/events/${skipped.id}`);
    await call('PATCH', `/events/${renamed.id}`, { title: `${title}, renamed; "quoted"` });
  }
}

export async function startDemo(folder: string): Promise<Demo> {
  const served: Served = await serve(['--demo'], { data: newFolder() });
  const base = `${served.url}/cal/events/v1`;
  const [, password = ''] = /application password +(\S.*)/.exec(served.output.stderr) ?? [];
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      headers: { ...basic('admin', password), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await addSeries(call);
  const list = async (query: string): Promise<readonly ApiEvent[]> => {
    const events: ApiEvent[] = [];
    for (let page = 1; ; page++) {
      const response = await fetch(`${base}/events?per_page=50&page=${page}&${query}`);
      const body = (await response.json()) as { events: readonly ApiEvent[]; total_pages: number };
      events.push(...body.events);
      if (page >= body.total_pages) return events;
    }
  };
  const save = async (path: string, name: string): Promise<string> => {
    const response = await fetch(base + path);
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    const file = join(folder, name);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    return file;
  };
  const [from, to] = [at(1, '').slice(0, 10), at(comparedDays, '').slice(0, 10)];
  return { url: base, from, to, before: at(-1, '').slice(0, 10), list, save, stop: () => served.stop() };
}
