// A calendar of series in one world, and the same dates as single events in another one. Every change is sent to the
// series, worked out here for each date on its own, and sent to the single events.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { plusSeconds, type Wall } from '../../../src/core/time/clock.js';
import { datesOf, firstFit, parseRecurrence } from '../../../src/core/time/recurrence.js';
import { toWall } from '../../../src/core/time/zone.js';
import type { Answered, Body, World } from '../world.js';
import type { Change, GivenSeries, Values } from './calendar.js';

interface DateState {
  /** In the world of series, and in that of single events. */
  readonly id: number;
  readonly single: number;
  original: Wall;
  /** Length of an extra date, in seconds. */
  readonly length: number | undefined;
  own: Partial<Values>;
  moved: { readonly start: Wall; readonly end: Wall } | undefined;
  /** The state of the single event. */
  sent: Body;
}

interface SeriesState {
  id: number;
  values: Values;
  zone: string;
  length: number;
  readonly all_day: boolean;
  readonly isShiftable: boolean;
  dates: DateState[];
}

export interface Worlds {
  readonly series: World;
  readonly singles: World;
}

const inOrder = (one: { original: Wall }, other: { original: Wall }): number =>
  one.original < other.original ? -1 : 1;

/** `french` is the title in another language. */
const frenchOnly = ({ french }: Body): Body | undefined => (french === undefined ? undefined : { title: french });
const plain = ({ french: _, ...body }: Body): Body => body;

export class Mirror {
  readonly #worlds: Worlds;
  readonly #states: SeriesState[] = [];
  readonly places = { venue: [] as number[], organizer: [] as number[] };
  /** The requests to the world of series, for messages. */
  readonly script: string[] = [];

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  /** Records that events link to, with equal ids in both worlds. */
  async prepare(): Promise<void> {
    for (const world of Object.values(this.#worlds) as readonly World[]) {
      for (const name of ['first', 'second', 'third']) await world.category({ name });
      for (const name of ['one', 'two']) await world.tag({ name });
      const coordinates = [{ geo_lat: 44.48, geo_lng: -73.21 }, { geo_lat: 44.9, geo_lng: -73.2 }, {}];
      this.places.venue = [];
      for (const [at, place] of coordinates.entries()) {
        this.places.venue.push((await world.venue({ venue: `Hall ${at}`, city: `City ${at}`, ...place })).id);
      }
      this.places.organizer = [];
      for (const at of [0, 1]) this.places.organizer.push((await world.organizer({ organizer: `Guild ${at}` })).id);
    }
  }

  async #send(request: string, body: Body, as: 'author' | 'editor' = 'editor'): Promise<Answered> {
    this.script.push(`${request} as ${as} ${JSON.stringify(body)}`);
    return this.#worlds.series.send(request, body, { as });
  }

  #linked(values: Body): Body {
    const ids = (name: 'venue' | 'organizer') =>
      values[name] === undefined
        ? {}
        : { [name]: (values[name] as readonly number[]).map((at) => this.places[name][at]) };
    return { ...values, ...ids('venue'), ...ids('organizer') };
  }

  #bodyOf(series: SeriesState, date: Omit<DateState, 'sent' | 'id' | 'single'>): Body {
    const { zone: timezone, all_day, length } = series;
    const end = plusSeconds(date.original, date.length ?? length);
    const dates = date.moved ?? { start: date.original, end };
    return {
      ...this.#linked({ ...series.values, ...date.own }),
      start_date: dates.start,
      end_date: dates.end,
      timezone,
      all_day,
    };
  }

  async #createSingle(body: Body, as: 'author' | 'editor'): Promise<number> {
    const { singles } = this.#worlds;
    const { id } = await singles.event(plain(body), { as });
    const french = frenchOnly(body);
    if (french) await singles.send(`PATCH /events/${id}?i18n_language=fr`, french, { as: 'editor' });
    return id;
  }

  async addSeries({ values, start, minutes, zone, all_day, recurrence, as }: GivenSeries): Promise<void> {
    const parsed = parseRecurrence(recurrence, zone, start);
    if (!parsed) throw new TypeError('a series without a rule');
    const first = firstFit(parsed, start);
    const length = all_day ? 86_399 : minutes * 60;
    const state: SeriesState = {
      ...{ id: 0, values, zone, length, all_day, dates: [] },
      isShiftable: !all_day && /(10:00|19:30):00$/.test(first),
    };
    const end = plusSeconds(first, length);
    const body = {
      ...this.#linked({ ...values }),
      start_date: first,
      end_date: end,
      timezone: zone,
      all_day,
      recurrence,
    };
    const { id } = await this.#send('POST /events', plain(body), as);
    const french = frenchOnly({ ...values });
    if (french) await this.#send(`PATCH /events/${id}?i18n_language=fr`, french);
    const found = await this.#worlds.series.get(
      `/events/${id}/occurrences?per_page=100&context=edit&status=any&orderby=id`,
      { as: 'editor' },
    );
    const wanted = [...datesOf(parsed, first)];
    expect(found.total, this.script.at(-1)).toBe(wanted.length);
    for (const [at, date] of wanted.entries()) {
      const seconds = date.end === undefined ? undefined : (Date.parse(date.end) - Date.parse(date.start)) / 1_000;
      const fresh = { original: date.start, length: seconds, own: {}, moved: undefined };
      const sent = this.#bodyOf(state, fresh);
      state.dates.push({ ...fresh, sent, id: found.events[at].id, single: await this.#createSingle(sent, as) });
    }
    this.#states.push({ ...state, id });
  }

  async addSingle({ values, start, minutes, zone, as }: GivenSeries): Promise<void> {
    const dates = { start_date: start, end_date: plusSeconds(start, minutes * 60), timezone: zone };
    const body = { ...this.#linked({ ...values, password: '' }), ...dates };
    await this.#send('POST /events', plain(body), as);
    await this.#worlds.singles.event(plain(body), { as });
  }

  get size(): number {
    return this.#states.length;
  }

  /** A change of the series chosen by its number. Returns whether there was anything to change. */
  async apply(change: Change, number = change.series): Promise<boolean> {
    const series = this.#states[number % Math.max(1, this.#states.length)];
    const date = series?.dates[change.at % Math.max(1, series.dates.length)];
    if (!series || !date || series.values.status === 'trash') return false;
    const isTrashed = { ...series.values, ...date.own }.status === 'trash';
    if (isTrashed && change.kind !== 'all') return false;
    switch (change.kind) {
      case 'this':
        await this.#patch(`/events/${date.id}`, change.values);
        this.#setOwn(series, date, change.values);
        break;
      case 'all':
        await this.#patch(
          `/events/${change.at % 2 ? series.id : date.id}`,
          change.values,
          change.at % 2 ? '' : '&scope=all',
        );
        this.#setAll(series, change.values);
        break;
      case 'following':
        await this.#patch(`/events/${date.id}`, change.values, '&scope=following');
        this.#setAll(await this.#split(series, date), change.values);
        break;
      case 'move':
        await this.#move(series, date, change.by);
        break;
      case 'shift':
        return this.#shift(series, date, change.by);
      case 'zone':
        await this.#patch(`/events/${series.id}`, { timezone: change.zone });
        series.zone = change.zone;
        break;
      case 'skip':
        await this.#send(`DELETE /events/${date.id}`, {});
        date.own = { ...date.own, status: 'trash' };
        break;
      case 'end':
        await this.#end(series, date);
        return true;
      case 'trash':
        if (change.at % 3) return false;
        await this.#send(`DELETE /events/${date.id}?scope=all`, {});
        series.values = { ...series.values, status: 'trash' };
    }
    await this.#sync();
    return true;
  }

  async #patch(path: string, values: Body, more = ''): Promise<void> {
    const { french, ...others } = values;
    if (Object.keys(others).length > 0) await this.#send(`PATCH ${path}?${more}`, this.#linked(others));
    if (french === undefined) return;
    // A split happens once; its second change is one of the whole new series.
    const scope = Object.keys(others).length > 0 ? more.replace('following', 'all') : more;
    await this.#send(`PATCH ${path}?i18n_language=fr${scope}`, { title: french });
  }

  /** Values that differ from the series are its own; the titles of all languages are one field. */
  #setOwn({ values }: SeriesState, date: DateState, given: Partial<Values>): void {
    const all = { ...date.own, ...given };
    const isTitle = 'title' in all || 'french' in all;
    const stored: Body = { ...values };
    const whole: Body = { ...stored, ...all };
    const titles = { title: whole.title, french: whole.french };
    const differs = (name: string) => !isDeepStrictEqual(whole[name] ?? defaults[name], stored[name] ?? defaults[name]);
    const own = Object.entries(all).filter(([name]) => name !== 'title' && name !== 'french' && differs(name));
    const title = isTitle && (differs('title') || differs('french')) ? titles : {};
    date.own = { ...Object.fromEntries(own), ...title } as Partial<Values>;
  }

  #setAll(series: SeriesState, given: Partial<Values>): void {
    series.values = { ...series.values, ...given };
  }

  /** No earlier date is left outside the trash. */
  #isFirst({ values, dates }: SeriesState, date: DateState): boolean {
    return dates.find((one) => one === date || { ...values, ...one.own }.status !== 'trash') === date;
  }

  async #split(series: SeriesState, date: DateState): Promise<SeriesState> {
    if (this.#isFirst(series, date)) return series;
    const { occurrence_of: id } = await this.#worlds.series.get(`/events/${date.id}?context=edit`, { as: 'editor' });
    const isLater = ({ original }: DateState) => original >= date.original;
    const following = { ...series, id, dates: series.dates.filter(isLater) };
    series.dates = series.dates.filter((one) => !isLater(one));
    this.#states.push(following);
    return following;
  }

  async #move(series: SeriesState, date: DateState, minutes: number): Promise<void> {
    const { start_date, end_date } = this.#bodyOf(series, date) as Record<string, string>;
    const by = series.all_day ? Math.sign(minutes) * 2 * 1_440 : minutes;
    const [start, end] = [plusSeconds(String(start_date), by * 60), plusSeconds(String(end_date), by * 60)];
    await this.#patch(`/events/${date.id}`, { start_date: start, end_date: end });
    const usual = plusSeconds(date.original, date.length ?? series.length);
    date.moved = start === date.original && end === usual ? undefined : { start, end };
  }

  /** To another time of day and another length. */
  async #shift(series: SeriesState, date: DateState, minutes: number): Promise<boolean> {
    const hasOwn = date.moved !== undefined || date.length !== undefined;
    if (!series.isShiftable || hasOwn || Math.abs(minutes) > 60) return false;
    const length = series.length + 1_800;
    const start = plusSeconds(date.original, minutes * 60);
    await this.#patch(`/events/${date.id}`, { start_date: start, end_date: plusSeconds(start, length) }, '&scope=all');
    for (const one of series.dates) one.original = plusSeconds(one.original, minutes * 60);
    series.length = length;
    await this.#sync();
    return true;
  }

  async #end(series: SeriesState, date: DateState): Promise<void> {
    const isFirst = this.#isFirst(series, date);
    await this.#send(`DELETE /events/${date.id}?scope=following`, {});
    if (isFirst) {
      series.values = { ...series.values, status: 'trash' };
      return this.#sync();
    }
    const now = toWall(this.#worlds.series.clock.now, series.zone);
    const isLater = ({ original }: DateState) => original >= date.original;
    const isChanged = ({ own, moved }: DateState) => Object.keys(own).length > 0 || moved !== undefined;
    const isPast = (one: DateState) => String(this.#bodyOf(series, one).start_date) < now;
    const erased = series.dates.filter((one) => isLater(one) && !isChanged(one) && !isPast(one));
    for (const one of series.dates.filter((other) => isLater(other) && !erased.includes(other))) {
      one.own = { ...one.own, status: 'trash' };
    }
    series.dates = series.dates.filter((one) => !erased.includes(one));
    for (const { single } of erased) {
      await this.#worlds.singles.send(`DELETE /events/${single}`, {});
      await this.#worlds.singles.send(`DELETE /events/${single}?force=true`, {});
    }
    await this.#sync();
  }

  /** Sends to the single events what has changed. */
  async #sync(): Promise<void> {
    const { singles } = this.#worlds;
    for (const series of this.#states) {
      series.dates.sort(inOrder);
      for (const date of series.dates) {
        const wanted = this.#bodyOf(series, date);
        const changed = Object.fromEntries(
          Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, date.sent[name])),
        );
        const { status, ...others } = plain(changed);
        const french = frenchOnly(changed);
        const body = status === 'trash' ? others : { ...others, ...(status !== undefined && { status }) };
        if (Object.keys(body).length > 0) await singles.send(`PATCH /events/${date.single}`, body, { as: 'editor' });
        if (french) await singles.send(`PATCH /events/${date.single}?i18n_language=fr`, french, { as: 'editor' });
        if (status === 'trash') await singles.send(`DELETE /events/${date.single}`, {}, { as: 'editor' });
        date.sent = wanted;
      }
    }
  }
}

/** The values of a field that was never given. */
const defaults: Body = {
  excerpt: '',
  cost: '',
  status: 'publish',
  featured: false,
  hide_from_listings: false,
  sticky: false,
  password: '',
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  tickets: [],
};
