// A series in a feed, expanded by its rule, gives exactly the dates that the flat feed lists.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '../src/core/actor.js';
import type { CalendarEntry } from '../src/core/calendar-entry.js';
import { plusSeconds, secondsBetween } from '../src/core/time/clock.js';
import { datesOf, firstFit, parseRecurrence } from '../src/core/time/recurrence.js';
import type { EventRow } from '../src/models/event/columns.js';
import { datesBetween } from '../src/models/event/series/rows.js';
import { onOneEngine } from './harness/engines.js';
import { feedContext, readFeed } from './harness/feed.js';
import { seeds } from './harness/repetitions.js';
import { change, type GivenSeries, series } from './harness/series/calendar.js';
import { type Answered, type Body, startWorld, type World } from './harness/world.js';

type Shown = Pick<CalendarEntry, 'title' | 'utcStart' | 'utcEnd' | 'status' | 'onlineUrl' | 'topics'>;

const shownOf = ({ title, utcStart, utcEnd, status, onlineUrl, topics }: CalendarEntry): Shown => ({
  ...{ title, utcStart, utcEnd, status, onlineUrl, topics },
});

/** The dates of an entry up to the horizon of its series. */
function expanded(entry: CalendarEntry, horizon: string): readonly Shown[] {
  const { recurrence } = entry;
  if (!recurrence) return [shownOf(entry)];
  const length = secondsBetween(entry.start, entry.end);
  const changed = new Map(recurrence.changed.map((one) => [one.originalStart, one]));
  const shown = [...datesOf(recurrence, entry.start, horizon === '' ? {} : { to: horizon })].map((date) => {
    const own = changed.get(date.start);
    changed.delete(date.start);
    if (own) return shownOf(own);
    const times = datesBetween(date.start, date.end ?? plusSeconds(date.start, length), entry.timezone, entry.allDay);
    return { ...shownOf(entry), utcStart: times.utc_start_date, utcEnd: times.utc_end_date };
  });
  expect([...changed.keys()].filter((start) => horizon === '' || String(start) <= horizon)).toEqual([]);
  return shown;
}

const inOrder = (items: readonly Shown[]): readonly string[] => items.map((item) => JSON.stringify(item)).sort();

const rules = ['FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=DAILY;INTERVAL=9;COUNT=20', 'FREQ=MONTHLY;BYMONTHDAY=15', ''];
const later = (world: World, days: number) => {
  world.clock.now = plusSeconds(world.clock.now, days * 86_400);
};

/** Random series and changes of them; dates become past between the changes. */
async function fill(world: World, seed: number, script: string[]): Promise<void> {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, part: number) =>
    fc.sample(arbitrary, { seed: seed + part * 7_919, numRuns });
  const ask = async (request: string, body: Body): Promise<Answered | undefined> => {
    const reply = await world.askAgain(request, { as: 'editor', body });
    script.push(`${world.clock.now} ${reply.statusCode} ${request} ${JSON.stringify(body)}`);
    expect(reply.statusCode, `${script.join('\n')}\n${reply.text}`).toBeLessThan(500);
    return reply.statusCode < 300 ? reply.body : undefined;
  };
  for (const name of ['first', 'second', 'third']) await world.category({ name });
  const states = fc.constantFrom('scheduled', 'cancelled', 'postponed');
  const statuses = sample(states, 60, 3);
  const changes = sample(change, 60, 2);
  const create = async ({ values, start, minutes, zone, all_day, recurrence }: GivenSeries, endless: boolean) => {
    const { venue: _, organizer: __, french: ___, ...texts } = values;
    const given = endless ? { ...recurrence, rule: recurrence.rule.replace(/;?COUNT=\d+/, '') } : recurrence;
    const parsed = parseRecurrence(given, zone, start);
    const first = parsed ? firstFit(parsed, start) : start;
    const times = { start_date: first, end_date: plusSeconds(first, minutes * 60), timezone: zone, all_day };
    return ask('POST /events', { ...texts, ...times, recurrence: given, status: 'publish' });
  };
  for (const [at, given] of sample(series, 6, 1).entries()) {
    const created = await create(given, at % 3 === 0);
    if (!created) continue;
    for (const [step, one] of changes.slice(at * 6, at * 6 + 6).entries()) {
      const reply = await world.ask(
        `GET /events/${created.id}/occurrences?per_page=50&context=edit&status=any&starts_after=2020-01-01`,
        { as: 'editor' },
      );
      const dates: readonly Answered[] = reply.body.events ?? [];
      const date = dates[one.at % Math.max(1, dates.length)];
      if (!date) continue;
      const { venue: _, organizer: __, french: ___, ...values } = one.values;
      if (one.kind === 'skip') await ask(`DELETE /events/${date.id}`, {});
      else if (one.kind === 'end') await ask(`DELETE /events/${date.id}?scope=following`, {});
      else if (one.kind === 'move') {
        const moved = (wall: unknown) => plusSeconds(String(wall), one.by * 60);
        await ask(`PATCH /events/${date.id}`, { start_date: moved(date.start_date), end_date: moved(date.end_date) });
      } else if (one.kind === 'zone' || one.kind === 'shift') {
        const rule = rules[one.series % rules.length];
        const except = [String(date.start_date).slice(0, 10), String(dates[0]?.start_date)];
        await ask(`PATCH /events/${created.id}?align=true`, { recurrence: { rule, except, dates: ['2027-05-05'] } });
      } else if (one.kind === 'following') await ask(`PATCH /events/${date.id}?scope=following`, values);
      else if (one.kind === 'trash') await ask(`PATCH /events/${date.id}`, { event_status: statuses[at * 6 + step] });
      else await ask(`PATCH /events/${one.kind === 'all' ? created.id : date.id}`, values);
      later(world, (one.series % 5) * 5);
    }
    await create({ ...given, recurrence: { rule: '', dates: [] } }, false);
  }
}

const filters: readonly Readonly<Record<string, string>>[] = [
  {},
  { categories: 'first' },
  { featured: 'true' },
  { featured: 'false' },
  { search: 'alpha' },
  { event_status: 'scheduled' },
  { event_status: 'cancelled,postponed' },
  { context: 'edit' },
  { recurring: 'true' },
];

async function compare(
  world: World,
  actor: Actor,
  filter: Readonly<Record<string, string>>,
  script: readonly string[],
) {
  const context = feedContext(world, actor);
  const always = { ...filter, starts_after: '1970-01-01' };
  const rule = await readFeed(context, { ...always, series: 'rule' });
  const flat = await readFeed(context, { ...always, series: 'flat' });
  const dates = rule.entries.flatMap((entry, at) => expanded(entry, (rule.rows[at] as EventRow).horizon));
  const about = `${JSON.stringify(filter)} as ${actor.role}\n${script.join('\n')}`;
  expect(inOrder(dates), about).toEqual(inOrder(flat.entries.map(shownOf)));
  return { entries: rule.entries.length, dates: dates.length };
}

onOneEngine((engine) => {
  describe('the series of a feed', () => {
    test.each([...seeds, 1_810_008_505])('expand to the dates of the flat feed, seed %i', async (seed) => {
      // A near horizon, so that endless series have fewer dates to compare.
      const world = await startWorld(engine, { settings: { ALMANAC_RECURRENCE_MONTHS: '25' } });
      try {
        const script = [`seed ${seed}`];
        await fill(world, seed, script);
        const editor: Actor = { ...world.people.editor, role: 'editor' };
        const sizes = [];
        for (const filter of filters) {
          for (const actor of [anonymous, editor]) sizes.push(await compare(world, actor, filter, script));
        }
        expect(sizes.some(({ entries, dates }) => dates > entries && entries > 3)).toBe(true);
      } finally {
        await world.stop();
      }
    });
  });
});
