// Events over ten years past and three to come, as their own rules make them; most are short and public, some are not.
import type { Call } from '../../src/core/call.js';
import type { Given } from '../../src/core/field.js';
import type { Row } from '../../src/core/store.js';
import { readCost } from '../../src/core/text/cost.js';
import { slugify } from '../../src/core/text/slug.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { type DateText, parseDate } from '../../src/core/time/date-text.js';
import { event } from '../../src/resources/event/event.js';
import type { Chance } from './chance.js';
import { paragraphs, sentence, title } from './words.js';

const zones = ['UTC', 'UTC', 'UTC', 'Europe/Paris', 'Europe/London', 'America/New_York', 'Asia/Tokyo'];
const costs = ['', '', '$5', '$12 - $20', 'Free', 'Donation', '€8'].map((text) => readCost(text));
/** No digest of anything: it only has to be there. */
const locked = '$argon2id$v=19$m=19456,t=2,p=1$YmVuY2htYXJrc2FsdA$bm90IGEgcmVhbCBkaWdlc3QgYXQgYWxsISE';

const date = (seconds: number): DateText => parseDate(textOf(seconds), { lenient: false }) as DateText;

/** Three in four lie in the past; what is to come thins out, since nobody plans that far ahead. */
const startFrom = (chance: Chance, now: number): number => {
  const days = chance.happens(0.75) ? -3_650 * chance.next() : Math.min(-300 * Math.log(1 - chance.next()), 1_095);
  const day = Math.floor((now + days * DAY) / DAY) * DAY;
  return day + chance.whole(8, 21) * 3_600 + chance.pick([0, 0, 1_800]);
};

const lastsFor = (chance: Chance): number => {
  const share = chance.next();
  if (share < 0.005) return chance.whole(30, 180) * DAY;
  return share < 0.04 ? chance.whole(1, 9) * DAY : chance.whole(1, 8) * 1_800;
};

const statusOf = (chance: Chance): string => {
  const share = chance.next();
  if (share < 0.94) return 'publish';
  return ['draft', 'draft', 'pending', 'private', 'future', 'trash'][Math.floor((share - 0.94) * 100)] ?? 'draft';
};

export interface EventMaking {
  readonly chance: Chance;
  readonly call: Call;
  readonly authors: number;
  /** How often each slug was wanted, so that they stay apart without asking the database. */
  readonly slugs: Map<string, number>;
}

export function eventOf({ chance, call, authors, slugs }: EventMaking, id: number): Row {
  const now = secondsOf(call.now);
  const start = startFrom(chance, now);
  const made = Math.min(start, now) - chance.whole(1, 200) * DAY;
  const status = statusOf(chance);
  const name = title(chance);
  const given: Given = {
    title: name,
    description: paragraphs(chance, chance.whole(1, 2)),
    excerpt: chance.happens(0.3) ? sentence(chance) : '',
    start_date: date(start),
    end_date: date(start + lastsFor(chance)),
    timezone: chance.pick(zones),
    all_day: chance.happens(0.08),
    author: chance.whole(1, authors),
    date_utc: date(status === 'future' ? now + chance.whole(1, 60) * DAY : made),
    slug: isUnreleased(status) ? '' : freeSlug(slugs, name),
    cost: chance.pick(costs),
    featured: chance.happens(0.03),
    sticky: chance.happens(0.01),
    hide_from_listings: chance.happens(0.01),
    password: chance.happens(0.005) ? locked : '',
    show_map: true,
    ...(status === 'trash' ? {} : { status }),
  };
  const changed = { ...call, now: textOf(Math.min(made + chance.whole(0, 30) * DAY, now)) };
  const settled = event.settle({
    given,
    stored: undefined,
    call: changed,
    ...(status === 'trash' && { trashing: true as const }),
  });
  return { ...settled.values, slug: settled.slugs?.[0] ?? '', id };
}

const isUnreleased = (status: string): boolean => status === 'draft' || status === 'pending';

function freeSlug(slugs: Map<string, number>, name: string): string {
  const slug = slugify(name);
  const uses = (slugs.get(slug) ?? 0) + 1;
  slugs.set(slug, uses);
  return uses === 1 ? slug : `${slug}-${uses}`;
}
