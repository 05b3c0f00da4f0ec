// Lists of events with many different values for each filter. All values occur in the calendar that they are read from.
import type { Actor } from '../../src/core/actor.js';
import type { Given } from '../../src/core/field.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import type { Engine } from '../../src/storage/engine.js';
import { placeOf } from '../calendar/places.js';
import { type Random, seededRandom } from '../calendar/random.js';
import { themes, towns } from '../calendar/words.js';
import { editor } from '../filters.js';

export interface ListCase {
  readonly label: string;
  readonly inputs: readonly Given[];
  readonly actor?: Actor;
  /** Without a goal the ratio is only reported. */
  readonly max?: number;
}

const inputsPerCase = 60;
const maxRatio = 1.3;
const everyYear = { start_date: '1990-01-01', end_date: '2100-01-01' };

const textOfId = (id: number): string => String(id);

/** Ids that events are linked to, in random order. */
async function targetsIn({ readConnection }: Engine, table: string, random: Random): Promise<readonly string[]> {
  const rows = await readConnection.all({ sql: `select distinct target from ${table} order by target`, values: [] });
  const ids = rows.map(([id]) => textOfId(Number(id)));
  return Array.from({ length: inputsPerCase }, () => random.pick(ids));
}

export async function listCases(engine: Engine, now: string, total: number): Promise<readonly ListCase[]> {
  const random = seededRandom(5);
  const dayAt = (days: number): string => textOf(secondsOf(now) + days * DAY).slice(0, 10);
  /** Three in four in the past, as the events. */
  const anyDay = (): number => random.integer(-1_500, 500);
  const from = (): Given => ({ start_date: dayAt(anyDay()) });
  const span = (days: number): Given => {
    const day = anyDay();
    return { start_date: dayAt(day), end_date: dayAt(day + days) };
  };
  const many = (make: (at: number) => Given): readonly Given[] =>
    Array.from({ length: inputsPerCase }, (_, at) => make(at));
  const linked = async (name: string, table: string): Promise<ListCase> => {
    const ids = await targetsIn(engine, table, random);
    return { label: name, inputs: many((at) => ({ [name]: ids[at], ...from() })), max: maxRatio };
  };
  const pages = Math.floor(total / 10);
  const near = () => {
    const { geo_lat, geo_lng } = placeOf(random);
    return { geoloc_lat: String(geo_lat), geoloc_lng: String(geo_lng) };
  };
  return [
    { label: 'list, first page', inputs: many(from), max: maxRatio },
    {
      label: 'list, deep page',
      inputs: many(() => ({ ...everyYear, page: String(random.integer(Math.ceil(pages / 4), Math.floor(pages / 2))) })),
      max: maxRatio,
    },
    { label: 'start_date, end_date', inputs: many(() => span(6)), max: maxRatio },
    { label: 'strict_dates', inputs: many(() => ({ ...span(6), strict_dates: 'true' })), max: maxRatio },
    await linked('categories', 'event_categories'),
    await linked('tags', 'event_tags'),
    await linked('venue', 'event_venues'),
    await linked('organizer', 'event_organizers'),
    {
      label: 'search',
      inputs: many((at) => ({ search: random.pick(at % 2 ? towns : themes).toLowerCase(), ...from() })),
      max: maxRatio,
    },
    { label: 'near', inputs: many(() => ({ ...near(), ...from() })), max: maxRatio },
    { label: 'featured', inputs: many(() => ({ featured: 'true', ...from() })), max: maxRatio },
    { label: 'status', inputs: many(() => ({ status: 'draft', ...from() })), actor: editor, max: maxRatio },
    { label: 'orderby title', inputs: many(() => ({ ...span(90), orderby: 'title' })) },
    { label: 'orderby modified', inputs: many(() => ({ ...span(90), orderby: 'modified' })) },
  ];
}
