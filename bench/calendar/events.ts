// Events over ten years past and three to come, as their own rules make them; most are short and public, some are not.
import type { Call } from '../../src/core/call.js';
import type { Given } from '../../src/core/field.js';
import type { Row } from '../../src/core/store.js';
import { readCost } from '../../src/core/text/cost.js';
import { slugify } from '../../src/core/text/slug.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { type DateText, parseDate } from '../../src/core/time/date-text.js';
import { event } from '../../src/models/event/event.js';
import type { Chance } from './chance.js';
import { settled } from './places.js';
import { lastsFor, shares, startFrom, statusOf } from './shapes.js';
import { type Said, title } from './words.js';

const zones = ['UTC', 'UTC', 'UTC', 'Europe/Paris', 'Europe/London', 'America/New_York', 'Asia/Tokyo'];
const costs = ['', '', '$5', '$12 - $20', 'Free', 'Donation', '€8'].map((text) => readCost(text));
/** No digest of anything: it only has to be there. */
const locked = '$argon2id$v=19$m=19456,t=2,p=1$YmVuY2htYXJrc2FsdA$bm90IGEgcmVhbCBkaWdlc3QgYXQgYWxsISE';

/** Many events begin at the same time, and reading a date takes longer than finding it again. */
const dates = new Map<number, DateText>();

function date(seconds: number): DateText {
  const known = dates.get(seconds);
  if (known) return known;
  const read = parseDate(textOf(seconds), { lenient: false }) as DateText;
  dates.set(seconds, read);
  return read;
}

export interface EventMaking {
  readonly chance: Chance;
  readonly call: Call;
  /** How many there will be. */
  readonly events: number;
  readonly authors: number;
  readonly descriptions: readonly Said[];
  readonly excerpts: readonly Said[];
  /** How often each slug was wanted, so that they stay apart without asking the database. */
  readonly slugs: Map<string, number>;
}

export interface Made {
  readonly row: Row;
  readonly description: Said;
  readonly excerpt: Said;
}

const silent: Said = { html: '', folded: '' };

export function eventOf(making: EventMaking, id: number): Made {
  const { chance, call, events, authors } = making;
  const now = secondsOf(call.now);
  const start = startFrom(chance, now);
  const made = Math.min(start, now) - chance.whole(1, 200) * DAY;
  const status = statusOf(chance, events);
  const name = title(chance);
  const description = chance.pick(making.descriptions);
  const excerpt = chance.happens(0.3) ? chance.pick(making.excerpts) : silent;
  const given: Given = {
    title: name,
    description: description.html,
    excerpt: excerpt.html,
    start_date: date(start),
    end_date: date(start + lastsFor(chance)),
    timezone: chance.pick(zones),
    all_day: chance.happens(0.08),
    author: chance.whole(1, authors),
    date_utc: date(status === 'future' ? now + chance.whole(1, 60) * DAY : made),
    slug: isUnreleased(status) ? '' : freeSlug(making.slugs, name),
    cost: chance.pick(costs),
    featured: chance.happens(shares(events).featured),
    sticky: chance.happens(0.01),
    hide_from_listings: chance.happens(0.01),
    password: chance.happens(0.005) ? locked : '',
    show_map: true,
    ...(status === 'trash' ? {} : { status }),
  };
  const changed = { ...call, now: textOf(Math.min(made + chance.whole(0, 30) * DAY, now)) };
  const { values, slugs } = event.settle({
    given,
    stored: undefined,
    call: changed,
    ...(status === 'trash' && { trashing: true as const }),
  });
  return { row: { ...settled(event, values), slug: slugs?.[0] ?? '', id }, description, excerpt };
}

const isUnreleased = (status: string): boolean => status === 'draft' || status === 'pending';

function freeSlug(slugs: Map<string, number>, name: string): string {
  const slug = slugify(name);
  const uses = (slugs.get(slug) ?? 0) + 1;
  slugs.set(slug, uses);
  return uses === 1 ? slug : `${slug}-${uses}`;
}
