// Every kind of edit that editors of an old site make, delivered by the mirror within two sweeps.
import { beforeAll, expect, test } from 'vitest';
import { all, everything, is, not } from '../src/core/condition.js';
import type { Model } from '../src/core/model.js';
import { textOfHtml } from '../src/core/text/html.js';
import { sweep } from '../src/imports/tec/mirror.js';
import { category } from '../src/models/category/category.js';
import { event } from '../src/models/event/event.js';
import { masterListing } from '../src/models/event/series/rows.js';
import { organizer } from '../src/models/organizer/organizer.js';
import { tag } from '../src/models/tag/tag.js';
import { venue } from '../src/models/venue/venue.js';
import { onOneEngine } from './harness/engines.js';
import { editKinds } from './harness/old-site/edits.js';
import type { OldData, OldEvent } from './harness/old-site/records.js';
import { type OldSite, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { openHere } from './harness/take-here.js';
import { useWorld, type World } from './harness/world.js';

const editTime = '2026-11-16 11:30:00';
const isOpen = ({ status, password, hidden }: OldEvent): boolean => status === 'publish' && password === '' && !hidden;
const single = ({ events }: OldData): readonly OldEvent[] => events.filter((one) => isOpen(one) && !one.date);
const datesOf = ({ events, series }: OldData, at: number): readonly OldEvent[] =>
  events.filter(({ date, slug }) => date !== undefined && slug === series[at]?.slug);
const change = (records: readonly object[], values: object): void => {
  for (const one of records) Object.assign(one, values, { modifiedUtc: editTime });
};

/** Beside those of `site.edit`. */
const moreEdits: Readonly<Record<string, (data: OldData) => void>> = {
  'trash a series': (data) => {
    for (const one of datesOf(data, 0)) change([one], { status: 'trash', slug: `${one.slug}__trashed` });
    data.series.splice(0, 1);
  },
  'retitle a series': (data) => change(datesOf(data, 0), { title: 'Renamed series' }),
  'trash a hidden event': ({ events }) => {
    const hidden = events.filter((one) => one.hidden && one.status === 'publish' && one.password === '');
    change(hidden.slice(0, 1), { status: 'trash' });
  },
  'delete a tag': ({ tags, events }) => {
    const [tag] = tags.splice(0, 1);
    for (const one of events) one.tags = one.tags.filter((id) => id !== tag?.id);
  },
  'rename a tag': ({ tags }) => {
    Object.assign(tags[1] ?? {}, { name: 'Renamed' });
  },
  'delete a category': ({ categories, events }) => {
    const at = categories.findIndex(({ id }) => !categories.some(({ parent }) => parent === id));
    const [category] = categories.splice(at, 1);
    for (const one of events) one.categories = one.categories.filter((id) => id !== category?.id);
  },
  'cancel an event': (data) => change(single(data).slice(0, 1), { eventStatus: 'canceled', statusReason: 'Storm' }),
  'make an event an online one': (data) =>
    change(single(data).slice(1, 2), { isVirtual: true, virtualUrl: 'https://stream.example/' }),
};

type Short = readonly [id: number, ...unknown[]];
type Shown = Readonly<Record<string, readonly Short[]>>;
const sorted = (rows: readonly Short[]): readonly Short[] => rows.toSorted((a, b) => a[0] - b[0]);

/** Hidden and protected: no answer shows what it is now. */
const unreadableIn = ({ events }: OldData): ReadonlySet<number> =>
  new Set(events.filter(({ hidden, password }) => hidden && password !== '').map(({ id }) => id));

/** Outside the trash. */
function recordsThere({ data }: OldSite): Shown {
  const unreadable = unreadableIn(data);
  const events = data.events.filter(({ id, status }) => status !== 'trash' && !unreadable.has(id));
  return {
    event: sorted(
      events.map((one) => [
        one.id,
        one.status,
        textOfHtml(one.title),
        one.start,
        one.password !== '',
        one.password === '' && one.hidden,
        one.eventStatus === 'canceled' ? `cancelled ${one.statusReason}` : 'scheduled ',
        one.password === '' ? (one.virtualUrl ?? '') : '',
      ]),
    ),
    tag: sorted(data.tags.map(({ id, name }) => [id, textOfHtml(name)])),
    category: sorted(data.categories.map(({ id, name }) => [id, textOfHtml(name)])),
    venue: sorted(data.venues.map(({ id, title }) => [id, textOfHtml(title)])),
    organizer: sorted(data.organizers.map(({ id, title }) => [id, textOfHtml(title)])),
  };
}

async function recordsHere({ store }: World, { data }: OldSite): Promise<Shown> {
  const found: Record<string, readonly Short[]> = {};
  for (const model of [tag, category, venue, organizer] as readonly Model[]) {
    const rows = await store.list({ table: model, where: everything, order: [], limit: 1_000 });
    found[model.name] = sorted(rows.map(({ id, name }): Short => [id, name]));
  }
  const unreadable = unreadableIn(data);
  const where = all(not(is('listing', masterListing)), not(is('status', 'trash')));
  const rows = await store.list({ table: event, where, order: [], limit: 1_000 });
  const masters = await store.list({ table: event, where: is('listing', masterListing), order: [], limit: 1_000 });
  const contentOf = (row: (typeof rows)[number]) => masters.find(({ id }) => id === row.content_id) ?? row;
  const events = rows.map((row): Short => {
    const isProtected = row.password !== '';
    return [
      row.id,
      row.status,
      contentOf(row).title,
      row.start_date,
      isProtected,
      !isProtected && row.hide_from_listings,
      `${row.event_status} ${row.event_status_note}`,
      isProtected ? '' : row.online_url,
    ];
  });
  return { ...found, event: sorted(events.filter(([id]) => !unreadable.has(id))) };
}

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
  let site: OldSite;
  beforeAll(async () => {
    site = await startOldSite({ events: 120 });
    world.clock.now = oldSiteNow;
    return () => site.stop();
  });

  test(`delivers all ${editKinds.length + Object.keys(moreEdits).length} kinds of edits within two sweeps`, async () => {
    const { context, old, tec } = await openHere(world, site);
    const sweepOnce = () => sweep(context, world.store, old, { tec, now: () => oldSiteNow });
    await sweepOnce();
    expect(await recordsHere(world, site)).toEqual(recordsThere(site));
    for (const edit of Object.values(moreEdits)) edit(site.data);
    for (const kind of editKinds) site.edit(kind);
    await sweepOnce();
    const { report } = await sweepOnce();
    expect(await recordsHere(world, site)).toEqual(recordsThere(site));
    expect(Object.values(report.counts).map(({ failed }) => failed)).toEqual(Object.keys(report.counts).map(() => 0));
  });
});
