// Events to create, as request input and as the rows that they become.

import type { Call } from '../../src/core/call.js';
import type { Cell, Column } from '../../src/core/column.js';
import type { Given } from '../../src/core/field.js';
import type { Model } from '../../src/core/model.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row } from '../../src/core/store.js';
import { DAY, secondsOf, wallOf } from '../../src/core/time/clock.js';
import { eventShape } from '../../src/facades/events/event.js';
import { parse } from '../../src/facades/parse.js';
import { settled } from '../calendar/places.js';
import type { Random } from '../calendar/random.js';
import { paragraphs, title } from '../calendar/words.js';
import { flagged, sizes } from '../data.js';

export interface Draft {
  readonly input: Given;
  readonly links: Readonly<Record<'venues' | 'organizers' | 'categories' | 'tags', readonly number[]>>;
}

const distinct = (random: Random, count: number, min: number, max: number): readonly number[] => {
  const found = new Set<number>();
  while (found.size < count) found.add(random.integer(min, max));
  return [...found];
};

/** An event with a venue, an organizer, two categories and three tags; the number makes its slug unique. */
export function draftOf(random: Random, { now }: Call, number: number): Draft {
  const start = secondsOf(now) + random.integer(800, 1_000) * DAY;
  const links = {
    venues: [random.integer(1, flagged.venue - 1)],
    organizers: [random.integer(sizes.venues + 1, flagged.organizer - 1)],
    categories: distinct(random, 2, 1, flagged.category - 1),
    tags: distinct(random, 3, sizes.categories + 1, flagged.tag - 1),
  };
  const input = {
    title: `${title(random)} ${number}`,
    description: paragraphs(random, 2),
    start_date: wallOf(start),
    end_date: wallOf(start + 7_200),
    timezone: 'Europe/Paris',
    status: 'publish',
    venue: links.venues,
    organizer: links.organizers,
    categories: links.categories,
    tags: links.tags,
  };
  return { input, links };
}

export interface BareEvent extends Pick<Draft, 'links'> {
  readonly cells: readonly Cell[];
  readonly words: string;
}

const event: Model = eventShape.model;
/** Without the content row, which is the id. */
const stored = Object.entries<Column<unknown>>(event.columns).filter(([name]) => name !== 'content_id');
export const bareColumns: readonly string[] = stored.map(([name]) => name);

export function bareOf({ input, links }: Draft, call: Call): BareEvent {
  const { given } = parse(eventShape.fields, input, call, true);
  const { values, slugs } = settleRecord(event, { given, stored: undefined, call });
  const row: Row = { ...settled(event, values), slug: slugs?.[0] ?? '', id: 0 };
  const cells = stored.map(([name, column]) => column.encode(row[name]));
  return { cells, links, words: event.texts(row).words ?? '' };
}
