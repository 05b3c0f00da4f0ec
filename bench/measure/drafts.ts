// Events to be created: as they come in, and as the very rows that they become.

import type { Call } from '../../src/core/call.js';
import type { Cell, Column } from '../../src/core/column.js';
import type { Given } from '../../src/core/field.js';
import type { Model } from '../../src/core/model.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row } from '../../src/core/store.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { eventShape } from '../../src/facades/events/event.js';
import { parse } from '../../src/facades/parse.js';
import type { Chance } from '../calendar/chance.js';
import { settled } from '../calendar/places.js';
import { paragraphs, title } from '../calendar/words.js';
import { marked, sizes } from '../data.js';

export interface Draft {
  readonly input: Given;
  readonly links: Readonly<Record<'venues' | 'organizers' | 'categories' | 'tags', readonly number[]>>;
}

const different = (chance: Chance, count: number, least: number, most: number): readonly number[] => {
  const found = new Set<number>();
  while (found.size < count) found.add(chance.whole(least, most));
  return [...found];
};

/** With a venue, an organizer, two categories and three tags; the number keeps slugs apart. */
export function draftOf(chance: Chance, { now }: Call, number: number): Draft {
  const start = secondsOf(now) + chance.whole(800, 1_000) * DAY;
  const links = {
    venues: [chance.whole(1, marked.venue - 1)],
    organizers: [chance.whole(sizes.venues + 1, marked.organizer - 1)],
    categories: different(chance, 2, 1, marked.category - 1),
    tags: different(chance, 3, sizes.categories + 1, marked.tag - 1),
  };
  const input = {
    title: `${title(chance)} ${number}`,
    description: paragraphs(chance, 2),
    start_date: textOf(start),
    end_date: textOf(start + 7_200),
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
const stored = Object.entries<Column<unknown>>(event.columns);
export const bareColumns: readonly string[] = stored.map(([name]) => name);

export function bareOf({ input, links }: Draft, call: Call): BareEvent {
  const { given } = parse(eventShape.fields, input, call, true);
  const { values, slugs } = settleRecord(event, { given, stored: undefined, call });
  const row: Row = { ...settled(event, values), slug: slugs?.[0] ?? '', id: 0 };
  const cells = stored.map(([name, column]) => column.encode(row[name]));
  return { cells, links, words: event.texts(row).words ?? '' };
}
