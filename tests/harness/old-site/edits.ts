// Random changes of the old site, as its editors make them.
import { DAY, plusSeconds } from '../../../src/core/time/clock.js';
import { eventOf } from './generate.js';
import { utcOf } from './moments.js';
import type { Random } from './random.js';
import type { OldData, OldEvent } from './records.js';
import { firstRowId } from './series.js';
import { costs } from './texts.js';

export const editKinds = [
  'create',
  'move',
  'retitle',
  'trash',
  'restore',
  'rename',
  'delete',
  'protect',
  'open',
  'hide',
  'cost',
  'venue',
  'organizer',
] as const;
export type EditKind = (typeof editKinds)[number];

export interface Edit {
  readonly kind: EditKind;
  readonly resource: 'event' | 'venue' | 'organizer';
  readonly id: number;
}

/** Undefined if no record is left that could be changed this way. Dates of series are never changed. */
export function editData(data: OldData, random: Random, now: string, kind: EditKind): Edit | undefined {
  if (kind === 'create') {
    const id = nextId(data);
    const event = eventOf(0, id, `New Event ${id}`, data, random);
    data.events.push({ ...event, dateUtc: now, modifiedUtc: now });
    return { kind, resource: 'event', id };
  }
  if (kind === 'venue' || kind === 'organizer') {
    const record = random.pick<OldData['venues'][number] | OldData['organizers'][number]>(
      kind === 'venue' ? data.venues : data.organizers,
    );
    Object.assign(record, { title: `${record.title} II`, modifiedUtc: now });
    return { kind, resource: kind, id: record.id };
  }
  const isWanted = ({ status, date, password }: OldEvent) =>
    date === undefined &&
    (kind === 'restore' ? status === 'trash' : status === 'publish') &&
    (kind !== 'open' || password !== '');
  const candidates = data.events.filter(isWanted);
  if (candidates.length === 0) return undefined;
  const event = random.pick(candidates);
  if (kind === 'delete') data.events.splice(data.events.indexOf(event), 1);
  else Object.assign(event, changes[kind](event, random), { modifiedUtc: now });
  return { kind, resource: 'event', id: event.id };
}

/** Posts of every kind have IDs of one sequence. */
const nextId = ({ events, venues, series }: OldData): number =>
  Math.max(
    ...[...events, ...venues].map(({ id }) => id).filter((id) => id < firstRowId),
    ...series.map(({ groupId }) => groupId),
  ) + 1;

type Change = (event: OldEvent, random: Random) => Partial<OldEvent>;

const changes: Readonly<Record<Exclude<EditKind, 'create' | 'delete' | 'venue' | 'organizer'>, Change>> = {
  move: ({ start, end, zone }, random) => {
    const seconds = (random.below(60) - 30) * DAY;
    const [from, to] = [plusSeconds(start, seconds), plusSeconds(end, seconds)];
    return { start: from, end: to, ...utcOf(from, to, zone) };
  },
  retitle: ({ title }) => ({ title: `${title} &#8211; Encore` }),
  open: () => ({ password: '' }),
  hide: () => ({ hidden: true }),
  protect: () => ({ password: 'closed since' }),
  cost: (_, random) => ({ cost: random.pick(costs), website: `https://moved.example/?a=${random.below(100)}&b=2` }),
  trash: ({ slug }) => ({ status: 'trash', slug: `${slug}__trashed` }),
  restore: ({ slug }) => ({ status: 'publish', slug: slug.replace(/__trashed$/, '') }),
  rename: ({ slug }, random) => ({ slug: `${slug}-${random.below(1_000_000)}` }),
};
