// Events over the last ten and the next three years, settled by the rules of the model. Most are short and public.
import type { Call } from '../../src/core/call.js';
import type { Given } from '../../src/core/field.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row } from '../../src/core/store.js';
import { readCost } from '../../src/core/text/cost.js';
import { slugify } from '../../src/core/text/slug.js';
import { DAY, secondsOf, wallOf } from '../../src/core/time/clock.js';
import { type DateText, parseDate } from '../../src/core/time/date-text.js';
import { event } from '../../src/models/event/event.js';
import { lastsFor, shares, startFrom, statusOf } from './distributions.js';
import { settled } from './places.js';
import type { Random } from './random.js';
import { type SearchableText, title } from './words.js';

const zones = ['UTC', 'UTC', 'UTC', 'Europe/Paris', 'Europe/London', 'America/New_York', 'Asia/Tokyo'];
const costs = ['', '', '$5', '$12 - $20', 'Free', 'Donation', '€8'].map((text) => readCost(text));
/** Not a hash of any password: an event is protected as soon as the column is not empty. */
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$YmVuY2htYXJrc2FsdA$bm90IGEgcmVhbCBkaWdlc3QgYXQgYWxsISE';

/** Parsed dates by their second: many events start at the same time, and parsing is slower than a look-up. */
const dates = new Map<number, DateText>();

export function date(seconds: number): DateText {
  const known = dates.get(seconds);
  if (known) return known;
  const read = parseDate(wallOf(seconds)) as DateText;
  dates.set(seconds, read);
  return read;
}

export interface EventGenerator {
  readonly random: Random;
  readonly call: Call;
  /** Number of events in the whole calendar. */
  readonly events: number;
  readonly authors: number;
  readonly descriptions: readonly SearchableText[];
  readonly excerpts: readonly SearchableText[];
  /** Uses of each slug so far, which makes slugs unique without a query. */
  readonly slugs: Map<string, number>;
}

export interface GeneratedEvent {
  readonly row: Row;
  readonly description: SearchableText;
  readonly excerpt: SearchableText;
}

const noText: SearchableText = { html: '', folded: '' };

/** The values of an event before its rules are applied. */
export interface DrawnEvent {
  readonly given: Given;
  readonly description: SearchableText;
  readonly excerpt: SearchableText;
  readonly isTrashed: boolean;
  /** When it was last changed. */
  readonly changedAt: string;
}

export function drawEvent(generator: EventGenerator): DrawnEvent {
  const { random, call, events, authors } = generator;
  const now = secondsOf(call.now);
  const start = startFrom(random, now);
  const made = Math.min(start, now) - random.integer(1, 200) * DAY;
  const status = statusOf(random, events);
  const name = title(random);
  const description = random.pick(generator.descriptions);
  const excerpt = random.happens(0.3) ? random.pick(generator.excerpts) : noText;
  const given: Given = {
    title: name,
    description: description.html,
    excerpt: excerpt.html,
    start_date: date(start),
    end_date: date(start + lastsFor(random)),
    timezone: random.pick(zones),
    all_day: random.happens(0.08),
    author: random.integer(1, authors),
    date_utc: date(status === 'future' ? now + random.integer(1, 60) * DAY : made),
    slug: isUnreleased(status) ? '' : freeSlug(generator.slugs, name),
    cost: random.pick(costs),
    featured: random.happens(shares(events).featured),
    sticky: random.happens(0.01),
    hide_from_listings: random.happens(0.01),
    password: random.happens(0.005) ? passwordHash : '',
    show_map: true,
    ...(status === 'trash' ? {} : { status }),
  };
  const changedAt = wallOf(Math.min(made + random.integer(0, 30) * DAY, now));
  return { given, description, excerpt, isTrashed: status === 'trash', changedAt };
}

export function generateEvent(generator: EventGenerator, id: number, drawn = drawEvent(generator)): GeneratedEvent {
  const { given, description, excerpt, isTrashed, changedAt } = drawn;
  const { values, slugs } = settleRecord(event, {
    given,
    stored: undefined,
    call: { ...generator.call, now: changedAt },
    ...(isTrashed && { trashing: true as const }),
  });
  return { row: { ...settled(event, values), slug: slugs?.[0] ?? '', id, content_id: id }, description, excerpt };
}

const isUnreleased = (status: string): boolean => status === 'draft' || status === 'pending';

function freeSlug(slugs: Map<string, number>, name: string): string {
  const slug = slugify(name);
  const uses = (slugs.get(slug) ?? 0) + 1;
  slugs.set(slug, uses);
  return uses === 1 ? slug : `${slug}-${uses}`;
}
