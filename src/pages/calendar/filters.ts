// The filters of the calendar, the same in every view and in the embedded calendar: parsed from the query, written into
// every link, and translated into parameters of the event list.
import type { Given } from '../../core/field.js';
import { readDecimal } from '../../core/kinds/number.js';
import { catchInvalid, Invalid, invalidParams, Problem } from '../../core/problem.js';
import { spellingsOf } from '../../facades/events/city.js';
import { type Day, readDay } from './days.js';
import type { PageRequest } from './page-request.js';
import { type Kind, readRecord } from './queries.js';

/** Filters that name records by slug, and the API parameter that takes their ids. */
export const linked = {
  category: 'categories',
  tag: 'tags',
  venue: 'venue',
  organizer: 'organizer',
} as const satisfies Readonly<Partial<Record<Kind, string>>>;
export type LinkedFilter = keyof typeof linked;
export const linkedFilters = Object.keys(linked) as readonly LinkedFilter[];

export interface Near {
  readonly lat: number;
  readonly lng: number;
}

export type Filters = Readonly<Record<LinkedFilter, readonly string[]>> & {
  readonly search: string;
  readonly city: string;
  readonly near: Near | undefined;
  readonly radius: number | undefined;
  readonly featured: boolean;
  readonly free: boolean;
  readonly online: boolean;
  /** Days from today on, in the list only. */
  readonly when: When | undefined;
  /** First day, in views without a date in their path. */
  readonly date: Day | undefined;
};

export const whens = ['today', 'weekend', 'week'] as const;
export type When = (typeof whens)[number];

export const defaultRadiusKm = 40;
export const maxSlugs = 10;
const maxTextLength = 200;

/** Empty text counts as absent: forms also send empty fields. */
function textIn(query: Given, name: string): string {
  const value = query[name] ?? '';
  if (typeof value !== 'string') throw new Invalid('Must be text.');
  if (value.length > maxTextLength) throw new Invalid(`Must be ${maxTextLength} characters or fewer.`);
  return value.trim();
}

function slugsIn(query: Given, name: string): readonly string[] {
  const value = query[name];
  const text = Array.isArray(value) ? value.join(',') : textIn(query, name);
  const slugs = [...new Set(text.split(',').flatMap((part) => part.trim() || []))];
  if (slugs.length > maxSlugs) throw new Invalid(`Must contain ${maxSlugs} items or fewer.`);
  return slugs;
}

function nearIn(query: Given): Near | undefined {
  const text = textIn(query, 'near');
  if (text === '') return undefined;
  const [lat, lng, ...rest] = text.split(',').map(readDecimal);
  if (lat === undefined || lng === undefined || rest.length || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    throw new Invalid('Must be a latitude and a longitude, separated by a comma.');
  return { lat, lng };
}

function radiusIn(query: Given): number | undefined {
  const text = textIn(query, 'radius');
  if (text === '') return undefined;
  const km = readDecimal(text);
  if (km === undefined || km < 1 || km > 20_000) throw new Invalid('Must be a number from 1 to 20000.');
  return km;
}

function dateIn(query: Given): Day | undefined {
  const text = textIn(query, 'date');
  const day = text === '' ? undefined : readDay(text);
  if (text !== '' && !day) throw new Invalid('Invalid date. Use YYYY-MM-DD.');
  return day;
}

function whenIn(query: Given): When | undefined {
  const text = textIn(query, 'when');
  const found = whens.find((name) => name === text);
  if (text !== '' && !found) throw new Invalid(`Must be one of: ${whens.join(', ')}.`);
  return found;
}

function flagIn(query: Given, name: string): boolean {
  const text = textIn(query, name);
  if (!['', '0', '1', 'false', 'true', 'on'].includes(text)) throw new Invalid('Must be 1 or 0.');
  return !['', '0', 'false'].includes(text);
}

/** Reports all invalid filters at once. */
export function readFilters(query: Given): Filters {
  const faults: Record<string, Invalid> = {};
  const read = <T>(name: string, how: () => T): T =>
    catchInvalid(how, (fault) => {
      faults[name] = fault;
      return undefined as T;
    });
  const slugs = linkedFilters.map((name) => [name, read(name, () => slugsIn(query, name))]);
  const filters = {
    ...(Object.fromEntries(slugs) as Record<LinkedFilter, readonly string[]>),
    search: read('search', () => textIn(query, 'search')),
    city: read('city', () => textIn(query, 'city')),
    near: read('near', () => nearIn(query)),
    radius: read('radius', () => radiusIn(query)),
    featured: read('featured', () => flagIn(query, 'featured')),
    free: read('free', () => flagIn(query, 'free')),
    online: read('online', () => flagIn(query, 'online')),
    when: read('when', () => whenIn(query)),
    date: read('date', () => dateIn(query)),
  };
  if (Object.keys(faults).length) throw invalidParams(faults);
  return filters;
}

export const noFilters: Filters = readFilters({});

export type Pair = readonly [string, string];

/** Name and value pairs for a query. */
export const pairsOf = (filters: Filters): readonly Pair[] => {
  const { search, city, near, radius, featured, free, online, when, date } = filters;
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['search', search],
    ...linkedFilters.map((name) => [name, filters[name].join(',')] as const),
    ['city', city],
    ['near', near && `${near.lat},${near.lng}`],
    ['radius', near && radius !== undefined ? String(radius) : undefined],
    ['featured', featured ? '1' : undefined],
    ['free', free ? '1' : undefined],
    ['online', online ? '1' : undefined],
    ['when', when],
    ['date', date],
  ];
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
};

export const isFiltered = (filters: Filters): boolean => pairsOf(filters).length > 0;

/** One active filter, and the filters without it. */
export interface Chip {
  readonly name: keyof Filters;
  readonly label: string;
  readonly rest: Filters;
}

export interface Resolved {
  readonly filters: Filters;
  readonly input: Given;
  readonly chips: readonly Chip[];
}

/** Looks up the records that filters name, for their labels. Unknown and non-public records are not found. */
export async function resolveFilters(request: PageRequest, filters: Filters): Promise<Resolved> {
  const records = await Promise.all(linkedFilters.map((kind) => named(request, kind, filters[kind])));
  const { search, city, near, radius, featured, free, online } = filters;
  if (city && (await spellingsOf(request.context, city)).length === 0) throw new UnknownValue('city', city);
  const chips = linkedFilters.flatMap((kind, at) =>
    (records[at] ?? []).map(({ label, slug }): Chip => {
      const rest = { ...filters, [kind]: filters[kind].filter((other) => other !== slug) };
      return { name: kind, label, rest };
    }),
  );
  const { texts } = request;
  return {
    filters,
    input: {
      ...(search && { search }),
      ...Object.fromEntries(
        linkedFilters.flatMap((kind, at) =>
          records[at]?.length ? [[linked[kind], records[at].map(({ id }) => id)]] : [],
        ),
      ),
      ...(city && { city }),
      ...(near && { geoloc_lat: near.lat, geoloc_lng: near.lng, geoloc_radius: radius ?? defaultRadiusKm }),
      ...(featured && { featured: true }),
      ...(free && { free: true }),
      ...(online && { attendance: 'online,mixed' }),
    },
    chips: [
      ...(search ? [{ name: 'search', label: texts.quoted(search), rest: { ...filters, search: '' } } as const] : []),
      ...chips,
      ...(city ? [{ name: 'city', label: city, rest: { ...filters, city: '' } } as const] : []),
      ...(near
        ? [
            {
              name: 'near',
              label: texts.within(radius ?? defaultRadiusKm),
              rest: { ...filters, near: undefined, radius: undefined },
            } as const,
          ]
        : []),
      ...(['featured', 'free', 'online'] as const)
        .filter((name) => filters[name])
        .map((name) => ({ name, label: texts[name], rest: { ...filters, [name]: false } })),
    ],
  };
}

interface Named {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
}

/** A filter value that does not exist; the error page shows filter and value. */
export class UnknownValue extends Problem {
  constructor(
    readonly filter: LinkedFilter | 'city',
    readonly value: string,
  ) {
    super('not-found', { resource: filter === 'city' ? 'venue' : filter });
  }
}

const named = (request: PageRequest, kind: LinkedFilter, slugs: readonly string[]): Promise<readonly Named[]> =>
  Promise.all(
    slugs.map(async (slug) => {
      const { body } = await readRecord(request, kind, { slug }).catch((error: unknown) => {
        throw error instanceof Problem && error.statusCode === 404 ? new UnknownValue(kind, slug) : error;
      });
      const label = 'venue' in body ? body.venue : 'organizer' in body ? body.organizer : body.name;
      return { id: body.id, label, slug };
    }),
  );
