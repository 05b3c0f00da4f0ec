// Follows the ids of one series and everything split from it through random changes, and checks after each of them that
// every id still means the same date.
import { expect } from 'vitest';
import { all, any, is, oneOf } from '../../../src/core/condition.js';
import { plusMonths, plusSeconds, type Wall } from '../../../src/core/time/clock.js';
import { datesOf } from '../../../src/core/time/recurrence.js';
import { toWall } from '../../../src/core/time/zone.js';
import type { EventRow } from '../../../src/models/event/columns.js';
import { event } from '../../../src/models/event/event.js';
import { isContent } from '../../../src/models/event/series/fields.js';
import { isMaster, type OccurrenceRow, occurrenceTable } from '../../../src/models/event/series/rows.js';
import type { Reply } from '../client.js';
import { type Body, type World, word } from '../world.js';
import type { SeriesStep, StartOfSeries } from './steps.js';

interface Snapshot {
  readonly rows: ReadonlyMap<number, OccurrenceRow>;
  readonly masters: ReadonlyMap<number, EventRow>;
}

const dayOf = (wall: Wall): string => wall.slice(0, 10);
const later = (now: string, days: number): string => plusSeconds(now, days * 86_400);

export class Lineage {
  readonly #world: World;
  /** In every title of the series. */
  readonly #token = word('Lineage');
  readonly #masters: number[] = [];
  /** Every date that ever existed: the last known original start. */
  readonly #seen = new Map<number, { original: Wall; wasPublic: boolean; isGone: boolean }>();
  /** Dates that a new rule does not have, which stayed because they were past or changed. */
  readonly #outlived = new Set<number>();
  readonly script: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  get token(): string {
    return this.#token;
  }

  async start({ start, hours, recurrence, status }: StartOfSeries): Promise<void> {
    const end_date = plusSeconds(start, hours * 3_600);
    const body = { title: this.#token, start_date: start, end_date, recurrence, status, align: true };
    const { id } = await this.#world.send('POST /events', body, { as: 'editor' });
    this.script.push(`POST /events ${JSON.stringify(body)} → ${id}`);
    this.#masters.push(id);
    const first = await this.#snapshot();
    this.#remember(first);
    this.#checkRows(first);
  }

  async #snapshot(): Promise<Snapshot> {
    const { store } = this.#world;
    const order = [{ column: 'id' }];
    const masters = (await store.list({
      table: event,
      where: oneOf('id', this.#masters),
      order,
      limit: 1_000,
    })) as readonly EventRow[];
    const known = [...this.#seen.keys()];
    const rows: OccurrenceRow[] = [];
    for (let from = 0; ; from += 1_000) {
      const where = any(oneOf('series', this.#masters), all(is('series', 0), oneOf('id', known)));
      const page = await store.list({ table: occurrenceTable, where, order, limit: 1_000, offset: from });
      rows.push(...page);
      if (page.length < 1_000) break;
    }
    return {
      rows: new Map(rows.map((row) => [row.id, row])),
      masters: new Map(masters.map((master) => [master.id, master])),
    };
  }

  async step(step: SeriesStep): Promise<void> {
    const before = await this.#snapshot();
    const master = [...before.masters.values()].filter(isMaster)[step.series % Math.max(1, before.masters.size)];
    if (!master) return;
    const rows = [...before.rows.values()]
      .filter(({ series }) => series === master.id)
      .sort((one, other) => (one.original_start < other.original_start ? -1 : 1));
    if (step.kind === 'wait' || step.kind === 'month') {
      this.#world.clock.now = later(this.#world.clock.now, step.kind === 'month' ? 32 : 3);
      this.script.push(`the jobs at ${this.#world.clock.now}`);
      await this.#world.runDue();
      await this.#check(before, 0);
      return;
    }
    const request = requestOf(step, master, rows, this.#token);
    if (!request) return;
    const path = step.isDryRun ? withParam(request.path, 'dry_run=true') : request.path;
    const reply = await this.#world.askAgain(`${request.method} ${path}`, { as: 'editor', body: request.body });
    this.script.push(`${request.method} ${path} ${JSON.stringify(request.body)} → ${reply.statusCode}`);
    expect(reply.statusCode, reply.text).toBeLessThan(500);
    if (step.isDryRun || reply.statusCode >= 400) {
      expect(await this.#snapshot(), 'nothing changed').toEqual(before);
      return;
    }
    await this.#learnMasters(reply);
    await this.#check(before, request.shift ?? 0);
  }

  /** A split made a series of its own; the date that it was made at may not be in it. */
  async #learnMasters({ body }: Reply): Promise<void> {
    const where = oneOf('id', [...this.#seen.keys()]);
    const rows = await this.#world.store.list({ table: occurrenceTable, where, order: [], limit: 10_000 });
    for (const id of [...rows.map(({ series }) => series), body?.recurrence && body.id]) {
      if (typeof id === 'number' && id > 0 && !this.#masters.includes(id)) this.#masters.push(id);
    }
  }

  #remember({ rows }: Snapshot): void {
    for (const { id, original_start, was_public, series } of rows.values()) {
      const seen = this.#seen.get(id);
      this.#seen.set(id, {
        original: series === 0 && seen ? seen.original : original_start,
        wasPublic: was_public || (seen?.wasPublic ?? false),
        isGone: false,
      });
    }
  }

  async #check(before: Snapshot, shift: number): Promise<void> {
    const after = await this.#snapshot();
    this.#checkRows(after);
    this.#checkMoves(before, after, shift);
    this.#checkPast(before, after);
    this.#remember(after);
    for (const [id, seen] of this.#seen) {
      if (after.rows.has(id)) continue;
      seen.isGone = true;
    }
  }

  /** Every row belongs to its series, no date exists twice, and none is missing up to the horizon. */
  #checkRows({ rows, masters }: Snapshot): void {
    const { now } = this.#world.clock;
    for (const master of masters.values()) {
      expect(master.content_id).toBe(master.id);
      expect(isMaster(master)).toBe(master.recurrence !== undefined);
      if (!master.recurrence) continue;
      const ofSeries = [...rows.values()].filter(({ series }) => series === master.id);
      const starts = ofSeries.map(({ original_start }) => original_start);
      expect(new Set(starts).size).toBe(starts.length);
      for (const { id, content_id, own } of ofSeries) {
        expect([id, content_id]).toEqual([id, own.some(isContent) ? id : master.id]);
      }
      const to = master.horizon === '' ? '9999-12-31 23:59:59' : master.horizon;
      const expected = [...datesOf(master.recurrence, master.recurrence.start, { to })].map(({ start }) => start);
      // A new rule adds no past dates.
      const from = toWall(now, master.timezone);
      const missing = expected.filter((start) => start >= from && !starts.includes(start));
      expect(missing, `dates of ${master.id} without a row`).toEqual([]);
      const extra = ofSeries.filter((row) => !expected.includes(row.original_start) && row.original_start <= to);
      const isKept = ({ own, start_date }: OccurrenceRow) =>
        own.length > 0 || start_date < toWall(now, master.timezone);
      for (const row of extra) if (isKept(row)) this.#outlived.add(row.id);
      expect(
        extra.flatMap(({ id, original_start }) => (this.#outlived.has(id) ? [] : [[id, original_start]])),
        `rows of ${master.id} without a date`,
      ).toEqual([]);
    }
    for (const { id, series, content_id } of rows.values()) {
      if (series === 0) expect([id, content_id]).toEqual([id, id]);
      else expect([...masters.keys()]).toContain(series);
    }
  }

  /** An id keeps its original start, moves along with the series, or moves within its day when the rule changes. */
  #checkMoves(before: Snapshot, after: Snapshot, shift: number): void {
    const startsAfter = new Map([...after.rows.values()].map((row) => [`${row.series} ${row.original_start}`, row.id]));
    for (const [id, { original_start: from }] of before.rows) {
      const row = after.rows.get(id);
      if (!row || row.series === 0) continue;
      const to = row.original_start;
      const isAllowed = to === from || [from, plusSeconds(from, shift)].some((start) => dayOf(start) === dayOf(to));
      expect(isAllowed, `the original start of ${id} moved from ${from} to ${to}`).toBe(true);
      // The series still has this date, so no other id may have it.
      if (shift === 0) {
        const holder = startsAfter.get(`${row.series} ${from}`);
        if (holder !== undefined) expect([from, holder]).toEqual([from, id]);
      }
    }
    for (const id of after.rows.keys()) {
      const seen = this.#seen.get(id);
      if (seen?.isGone) throw new Error(`the id ${id} is used again`);
    }
    const inOrder = (rows: Iterable<OccurrenceRow>) =>
      [...rows]
        .filter(({ id, series }) => series !== 0 && before.rows.has(id) && after.rows.get(id)?.series)
        .sort((one, other) => (one.original_start < other.original_start ? -1 : 1));
    const bySeries = (rows: readonly OccurrenceRow[], series: number) =>
      rows.filter(({ id }) => after.rows.get(id)?.series === series).map(({ id }) => id);
    for (const series of after.masters.keys()) {
      expect(bySeries(inOrder(after.rows.values()), series), `order of ${series}`).toEqual(
        bySeries(inOrder(before.rows.values()), series),
      );
    }
  }

  /** Past dates stay, unless they are erased from the trash. */
  #checkPast(before: Snapshot, after: Snapshot): void {
    for (const [id, row] of before.rows) {
      const now = toWall(this.#world.clock.now, row.timezone);
      if (row.start_date >= now || row.status === 'trash' || after.rows.has(id)) continue;
      const master = before.masters.get(row.series);
      // The first date of a series that ends becomes the single event.
      const becameSingle = master && !isMaster(after.masters.get(row.series) ?? master);
      expect([id, master?.status === 'trash' || becameSingle]).toEqual([id, true]);
    }
  }

  /** Every id ever seen answers as itself, or as gone. */
  async checkAnswers(): Promise<void> {
    const { rows } = await this.#snapshot();
    for (const [id, { wasPublic, isGone }] of this.#seen) {
      const row = rows.get(id);
      const reply = await this.#world.askAgain(`GET /events/${id}`);
      const expected = row?.status === 'publish' ? 200 : wasPublic && (!row || row.status === 'trash') ? 410 : 404;
      expect([id, isGone, reply.statusCode]).toEqual([id, !row, expected]);
      if (reply.statusCode === 200) {
        expect(reply.body).toMatchObject({ id, title: expect.stringContaining(this.#token) });
        expect(reply.body.start_date).toBe(row?.start_date);
      }
    }
  }

  /** Erases the series; dates with a status of their own outlive it. */
  async finish(): Promise<void> {
    for (const id of this.#masters) {
      const { statusCode } = await this.#world.askAgain(`DELETE /events/${id}`, { as: 'editor' });
      expect([200, 404, 410]).toContain(statusCode);
      const erased = await this.#world.askAgain(`DELETE /events/${id}?force=true`, { as: 'editor' });
      expect(erased.statusCode).toBeLessThan(500);
    }
    const { rows, masters } = await this.#snapshot();
    expect([...masters.keys()]).toEqual([]);
    for (const { id, content_id, series } of rows.values()) expect([id, series, content_id]).toEqual([id, 0, id]);
    for (const [id, seen] of this.#seen) seen.isGone = !rows.has(id);
    await this.checkAnswers();
  }

  /** The horizon of endless series is never more than a month short after the jobs have run. */
  async checkHorizon(): Promise<void> {
    await this.#world.runDue();
    const { masters } = await this.#snapshot();
    for (const { horizon, status } of masters.values()) {
      if (horizon === '' || status === 'trash') continue;
      const months = this.#world.config.recurrenceMonths;
      expect(horizon >= plusMonths(this.#world.clock.now, months - 1)).toBe(true);
    }
  }
}

interface SeriesRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
  /** In seconds. */
  readonly shift?: number;
}

const withParam = (path: string, param: string): string => `${path}${path.includes('?') ? '&' : '?'}${param}`;

function requestOf(
  { kind, at, minutes, rule, status }: SeriesStep,
  master: EventRow,
  rows: readonly OccurrenceRow[],
  token: string,
): SeriesRequest | undefined {
  const live = rows.filter((row) => row.status !== 'trash');
  const row = live[at % Math.max(1, live.length)];
  const trashed = rows.filter((one) => one.status === 'trash' && one.own.includes('status'))[0];
  const patch = (id: number, query: string, body: Body, shift?: number): SeriesRequest => ({
    ...{ method: 'PATCH', path: `/events/${id}${query}`, body },
    ...(shift !== undefined && { shift }),
  });
  const datesIn = (one: OccurrenceRow, seconds: number) => ({
    start_date: plusSeconds(one.start_date, seconds),
    end_date: plusSeconds(one.end_date, seconds),
  });
  const within = minutes % 1_440;
  if (!row && !['untrash', 'restore', 'erase', 'rule'].includes(kind)) return undefined;
  switch (kind) {
    case 'title':
      return row && patch(row.id, '', { title: `${token} ${at % 3 ? 'guest' : ''}`.trim() });
    case 'status':
      return row && patch(row.id, '', { status });
    case 'move':
      return row && patch(row.id, '', datesIn(row, minutes * 60));
    case 'own':
      return row && patch(row.id, '', { own: [] });
    case 'skip':
      return row && { method: 'DELETE', path: `/events/${row.id}`, body: {} };
    case 'restore':
      return trashed && patch(trashed.id, '', { status: 'publish' });
    case 'erase':
      return trashed && { method: 'DELETE', path: `/events/${trashed.id}?force=true`, body: {} };
    case 'following':
      return (
        row && patch(row.id, '?scope=following', { title: `${token} ${at}`, ...datesIn(row, within * 60) }, within * 60)
      );
    case 'followingRule':
      return row && patch(row.id, '?scope=following', { recurrence: rule, align: true });
    case 'end':
      return row && { method: 'DELETE', path: `/events/${row.id}?scope=following`, body: {} };
    case 'all':
      return patch(master.id, '', { title: `${token} ${at}`, excerpt: `Text ${at}` });
    case 'shift':
      return row && patch(row.id, '?scope=all', datesIn(row, within * 60), within * 60);
    case 'rule':
      return patch(master.id, '', { recurrence: rule, align: true });
    case 'zone':
      return patch(master.id, '', { timezone: at % 2 ? 'Europe/Paris' : 'America/New_York' });
    case 'allStatus':
      return patch(master.id, '', { status });
    case 'trash':
      return row && { method: 'DELETE', path: `/events/${row.id}?scope=all`, body: {} };
    case 'untrash':
      return master.status === 'trash' ? patch(master.id, '', { status: 'publish' }) : undefined;
    case 'single':
      return at % 4 ? undefined : patch(master.id, '', { recurrence: '' });
    case 'singleAll':
      return at % 4 ? undefined : patch(master.id, '?keep=all', { recurrence: '' });
    default:
      return undefined;
  }
}
