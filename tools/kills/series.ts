// One series through its life: created, one date changed, all dates, the following ones, one skipped, the rest ended.
import { type Action, change, eventBody, json, once, type Turn, websiteOf } from './actions.js';
import type { Request } from './client.js';

const dateCount = 8;

export interface SeriesDate {
  /** Day that the rule gave it. */
  readonly day: string;
  readonly isTrashed?: boolean;
  /** If it differs from that of the series. */
  readonly website?: string | undefined;
}

/** The series with all its dates as one state, also as `observe.ts` reads it. */
export const seriesState = (status: string, website: string, dates: readonly SeriesDate[]): string =>
  `${status} ${website} ${dates
    .map(({ day, isTrashed, website: own }) => `${day}${isTrashed ? ' skipped' : ''}${own ? ` ${own}` : ''}`)
    .join(', ')}`;

/** Weeks after the first date. */
const dayOf = (week: number): string => new Date(Date.UTC(2031, 4, 1 + 7 * week)).toISOString().slice(0, 10);

interface Listed {
  readonly events: readonly { readonly id: number; readonly start_date: string }[];
}

async function idsOf({ client }: Turn, series: number): Promise<readonly number[]> {
  const { events } = (await client.read(`/events/${series}/occurrences?per_page=50`)) as Listed;
  const sorted = [...events].sort((a, b) => a.start_date.localeCompare(b.start_date));
  if (sorted.length !== dateCount) throw new Error(`series ${series} has ${sorted.length} dates, not ${dateCount}`);
  return sorted.map(({ id }) => id);
}

export const editSeries: Action = async (turn) => {
  const { client, writer, newName } = turn;
  const name = newName();
  const following = `${name}.following`;
  let website = websiteOf(turn);
  let dates: SeriesDate[] = Array.from({ length: dateCount }, (_, week) => ({ day: dayOf(week) }));
  const send = (request: Request, others: readonly (readonly [string, string])[] = []) => {
    const after = new Map([[name, seriesState('publish', website, dates)], ...others]);
    return client.send(writer, request, [change(turn, 'series', after)]);
  };
  const own = (at: number, value: string) => {
    dates = dates.map((date, place) => (place === at ? { ...date, website: value } : date));
    return { website: value };
  };

  const body = { ...eventBody(name, website), recurrence: `FREQ=WEEKLY;COUNT=${dateCount}` };
  const { id } = (await send(once(json('POST', '/events', body), name))) as { readonly id: number };
  const ids = await idsOf(turn, id);
  await send(json('PATCH', `/events/${ids[1]}`, own(1, websiteOf(turn))));
  await send(json('PATCH', `/events/${ids[6]}`, own(6, websiteOf(turn))));
  website = websiteOf(turn);
  await send(json('PATCH', `/events/${ids[0]}?scope=all`, { website }));

  const [moved, newWebsite] = [dates.slice(5), websiteOf(turn)];
  dates = dates.slice(0, 5);
  const split = json('PATCH', `/events/${ids[5]}?scope=following`, { title: following, website: newWebsite });
  await send(split, [[following, seriesState('publish', newWebsite, moved)]]);

  const remove = (path: string): Request => ({ method: 'DELETE', path });
  dates = dates.map((date, at) => (at === 2 ? { ...date, isTrashed: true } : date));
  await send(remove(`/events/${ids[2]}`));
  dates = dates.slice(0, 3);
  await send(remove(`/events/${ids[3]}?scope=following`));
};
