// Random changes of a small calendar over HTTP: everything that decides which lists a record is in, and who sees it.
import { expect } from 'vitest';
import type { Body, World } from '../world.js';

/** Records that changes refer to. Erased ones are made again, so that there are always some. */
export interface Calendar {
  readonly events: number[];
  readonly series: number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly categories: readonly number[];
  readonly tags: number[];
  readonly images: readonly number[];
}

export type Random = () => number;

const maxEvents = 10;
const maxSeries = 2;
const words = ['alpha', 'beta', 'gamma'];

export function changesOf(world: World, calendar: Calendar, random: Random) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const some = <Item>(items: readonly Item[]): readonly Item[] => items.filter(() => random() < 0.4);
  const authors = [world.people.author.id, world.people.editor.id];

  async function send(request: string, body: Body = {}): Promise<Readonly<Record<string, unknown>> | undefined> {
    const reply = await world.askAgain(request, { as: 'administrator', body });
    // A random change may meet a record in the trash, or one that is gone.
    expect(reply.statusCode, `${request} ${reply.text}`).toBeLessThan(500);
    return reply.statusCode < 300 ? reply.body : undefined;
  }

  const remove = (list: number[], id: number): void => {
    const at = list.indexOf(id);
    if (at >= 0) list.splice(at, 1);
  };

  const links = (): Body => ({
    ...(random() < 0.5 && { categories: some(calendar.categories) }),
    ...(random() < 0.5 && { tags: some(calendar.tags) }),
    ...(random() < 0.5 && { venue: some(calendar.venues) }),
    ...(random() < 0.3 && { organizer: some(calendar.organizers) }),
    ...(random() < 0.4 && { image: random() < 0.3 ? '' : pick(calendar.images) }),
  });
  const status = () => pick(['publish', 'publish', 'draft', 'private', 'pending']);
  const values = (): Body => ({
    ...links(),
    ...(random() < 0.4 && { title: `Event ${pick(words)}` }),
    ...(random() < 0.4 && { status: status() }),
    ...(random() < 0.2 && { password: pick(['', 'open sesame']) }),
    ...(random() < 0.2 && { hide_from_listings: random() < 0.4 }),
    ...(random() < 0.2 && { featured: random() < 0.5 }),
    ...(random() < 0.1 && { author: pick(authors) }),
  });
  const dates = (): Body => ({ start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00' });

  async function datesOf(series: number): Promise<readonly number[]> {
    const path = `GET /events/${series}/occurrences?per_page=50&status=any`;
    const { statusCode, body } = await world.askAgain(path, { as: 'administrator' });
    return statusCode === 200 ? body.events.map(({ id }: { id: number }) => id) : [];
  }

  const create = async () => {
    if (calendar.events.length >= maxEvents) return changeEvent();
    const made = await send('POST /events', { title: 'Event', ...dates(), ...values() });
    if (made) calendar.events.push(Number(made.id));
  };
  const createSeries = async () => {
    if (calendar.series.length >= maxSeries) return changeSeries();
    const made = await send('POST /events', {
      title: 'Series',
      ...dates(),
      ...values(),
      recurrence: 'FREQ=DAILY;COUNT=3',
    });
    if (made) calendar.series.push(Number(made.id));
  };
  const changeEvent = async () => {
    await send(`PATCH /events/${pick(calendar.events)}`, values());
  };
  const removeEvent = async () => {
    const id = pick([...calendar.events, ...calendar.series]);
    await send(`DELETE /events/${id}`);
    if (random() < 0.5) return;
    await send(`DELETE /events/${id}?force=true`);
    if (random() < 0.9) {
      remove(calendar.events, id);
      remove(calendar.series, id);
    }
  };
  const restoreEvent = async () => {
    await send(`PATCH /events/${pick([...calendar.events, ...calendar.series])}`, { status: status() });
  };
  const changeSeries = async () => {
    const series = pick(calendar.series);
    const rules = ['FREQ=DAILY;COUNT=2', 'FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY;COUNT=3'];
    const hasRule = random() < 0.3;
    await send(`PATCH /events/${series}`, { ...values(), ...(hasRule && { recurrence: pick(rules) }) });
  };
  const changeDate = async () => {
    const date = pick(await datesOf(pick(calendar.series)));
    if (date === undefined) return;
    const kind = random();
    if (kind < 0.2) await send(`DELETE /events/${date}?scope=${pick(['this', 'following'])}`);
    else if (kind < 0.4) await send(`PATCH /events/${date}`, { own: [] });
    else {
      const scope = pick(['this', 'this', 'following', 'all']);
      const changed = await send(`PATCH /events/${date}`, { ...values(), scope });
      const { occurrence_of: series } = changed ?? {};
      if (typeof series === 'number' && !calendar.series.includes(series)) calendar.series.push(series);
    }
  };
  const endSeries = async () => {
    const series = pick(calendar.series);
    await send(`PATCH /events/${series}`, { recurrence: '', ...(random() < 0.5 && { keep: 'all' }) });
    remove(calendar.series, series);
    calendar.events.push(series);
  };
  const changePlace = async () => {
    const [path, key, ids] = pick([
      ['venues', 'venue', calendar.venues],
      ['organizers', 'organizer', calendar.organizers],
    ] as const);
    const one = `/${path}/${pick(ids)}`;
    if (random() < 0.3) await send(`DELETE ${one}`);
    else if (random() < 0.4) await send(`PATCH ${one}`, { status: status() });
    else await send(`PATCH ${one}`, { [key]: `Place ${pick(words)}`, ...(key === 'venue' && { city: pick(words) }) });
  };
  const changeCategory = async () => {
    const [id, other] = [pick(calendar.categories), pick([0, ...calendar.categories])];
    if (random() < 0.6) await send(`PATCH /categories/${id}`, { parent: other });
    else await send(`PATCH /categories/${id}`, { name: `Category ${pick(words)} ${id}` });
  };
  const changeTag = async () => {
    const id = pick(calendar.tags);
    if (random() < 0.5) {
      await send(`PATCH /tags/${id}`, { name: `Tag ${pick(words)} ${id}` });
      return;
    }
    await send(`DELETE /tags/${id}`);
    const made = await send('POST /tags', { name: `Tag ${id + 1}` });
    remove(calendar.tags, id);
    if (made) calendar.tags.push(Number(made.id));
  };

  const kinds = [
    ...[create, create, createSeries, changeEvent, changeEvent, changeEvent, removeEvent, restoreEvent],
    ...[changeSeries, changeDate, changeDate, endSeries, changePlace, changePlace, changeCategory, changeTag],
  ];
  const needsEvents = new Set([changeEvent, removeEvent, restoreEvent]);
  const needsSeries = new Set([changeSeries, changeDate, endSeries]);

  /** One random change; returns its name. */
  return async (): Promise<string> => {
    const kind = pick(kinds);
    const lacksEvents = needsEvents.has(kind) && calendar.events.length === 0;
    const lacksSeries = needsSeries.has(kind) && calendar.series.length === 0;
    const chosen = lacksEvents ? create : lacksSeries ? createSeries : kind;
    await chosen();
    return chosen.name;
  };
}
