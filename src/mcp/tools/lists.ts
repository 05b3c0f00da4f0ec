// Tools that read: the calendar itself, events, and what events refer to.
import { rightsOf } from '../../core/actor.js';
import type { Given } from '../../core/field.js';
import { isObject } from '../../core/is-object.js';
import { Problem } from '../../core/problem.js';
import { described, integer, type Schema, text } from '../../core/schema.js';
import { statuses } from '../../core/status.js';
import { iso, toWall } from '../../core/time/zone.js';
import { eventStatuses } from '../../models/event/columns.js';
import {
  categoryRow,
  eventDetails,
  eventRow,
  eventRowSchema,
  filled,
  listOutput,
  namedRowSchema,
  notice,
  organizerRow,
  venueRow,
} from '../rows.js';
import { rangeOf, readingZone, weekdayName } from '../times.js';
import type { Tool, ToolContext } from '../tool.js';
import { categoryIds, recordIds } from './names.js';

const defaultDays = 30;
const defaultLimit = 20;
const maxLimit = 50;

const paging: Readonly<Record<string, Schema>> = {
  page: { ...integer, minimum: 1, description: '`next` of the previous page.' },
  limit: { ...integer, minimum: 1, maximum: maxLimit },
};

export const languageArgument = ({
  languages,
}: {
  readonly languages: readonly string[];
}): Readonly<Record<string, Schema>> => (languages.length > 1 ? { language: { ...text, enum: languages } } : {});

export const languageOf = ({ language }: Given): Given => (language === undefined ? {} : { i18n_language: language });

export const zoneArgument: Schema = {
  ...text,
  maxLength: 100,
  description: 'Zone of times without offset. Default: that of the calendar.',
};

/** A page of a list. An empty one past the end says how many there are. */
export async function listed(
  { request }: ToolContext,
  path: string,
  key: string,
  query: Given,
  { page = 1, limit = defaultLimit }: Given,
): Promise<{ readonly items: readonly Given[]; readonly page: Given }> {
  const read = (number: unknown, size: unknown) =>
    request({ method: 'GET', path, query: texts({ ...query, page: number, per_page: size }) });
  try {
    const { body } = await read(page, limit);
    const { total = 0, total_pages: pages = 0, [key]: items } = Object(body) as Given;
    const rows = Array.isArray(items) ? items.filter(isObject) : [];
    const next = Number(page) < Number(pages) ? Number(page) + 1 : null;
    return { items: rows, page: { total, shown: rows.length, next } };
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'no-page') throw error;
    const { body } = Number(page) > 1 ? await read(1, 1).catch(() => ({ body: {} })) : { body: {} };
    return { items: [], page: { total: Number((Object(body) as Given).total ?? 0), shown: 0, next: null } };
  }
}

/** The query as a URL would carry it. */
const texts = (query: Given): Given =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const near: Schema = {
  type: 'object',
  properties: {
    lat: { type: 'number', minimum: -90, maximum: 90 },
    lng: { type: 'number', minimum: -180, maximum: 180 },
    km: { type: 'number', minimum: 0.1, maximum: 20_000 },
  },
  required: ['lat', 'lng'],
};

export const listEvents: Tool = {
  name: 'list_events',
  title: 'List events',
  description: `Events that take place between from and to, by start. Default: the next ${defaultDays} days. Each date of a series is an event with its own id; \`series\` is the id of the series.`,
  input: (site) => ({
    from: described(text, 'Date or time, such as 2027-05-04 or 2027-05-04T19:00.'),
    to: described(text, 'Date (included) or time.'),
    timezone: zoneArgument,
    search: { ...text, maxLength: 200, description: 'All words; "phrases" and -exclusions.' },
    category: { type: ['string', 'integer'], description: 'Name, slug or id.' },
    venue: { type: ['string', 'integer'], description: 'Name or id.' },
    organizer: { type: ['string', 'integer'], description: 'Name or id.' },
    city: { ...text, maxLength: 200 },
    ...(site.geolocation && { near }),
    status: { ...text, enum: [...statuses, 'any'], description: 'Default: all that you may read, without trash.' },
    event_status: { ...text, enum: eventStatuses },
    ...(site.recurrence && { series: { ...integer, minimum: 1, description: 'Only dates of this series.' } }),
    ...languageArgument(site),
    ...paging,
  }),
  output: {
    range: { type: 'object', properties: { from: text, to: text, timezone: text } },
    ...listOutput('events', eventRowSchema),
  },
  run: async (args, context) => {
    const { call } = context;
    const zone = readingZone(args.timezone, call);
    const range = rangeOf(args.from, args.to, zone, defaultDays, call);
    const area = isObject(args.near) ? args.near : undefined;
    const query = {
      ends_after: `${range.from} UTC`,
      starts_before: `${range.to} UTC`,
      strict_dates: 'true',
      search: args.search,
      city: args.city,
      status: args.status,
      event_status: args.event_status,
      occurrence_of: args.series,
      ...(args.category !== undefined && { categories: await categoryIds(args.category, 'category', context) }),
      ...(args.venue !== undefined && { venue: await recordIds('venue', args.venue, context) }),
      ...(args.organizer !== undefined && { organizer: await recordIds('organizer', args.organizer, context) }),
      ...(area && { geoloc_lat: area.lat, geoloc_lng: area.lng, geoloc_radius: area.km ?? 10 }),
      ...languageOf(args),
    };
    const { items, page } = await listed(context, '/events', 'events', query, args);
    return {
      range: { from: iso(range.from, zone), to: iso(range.to, zone), timezone: zone },
      ...page,
      events: items.map(eventRow),
      notice,
    };
  },
};

export const getEvent: Tool = {
  name: 'get_event',
  title: 'Get an event',
  description: 'One event, one date of a series, or a whole series with its rule. `version` is for if_version.',
  input: (site) => ({ id: { ...integer, minimum: 1 }, ...languageArgument(site) }),
  required: ['id'],
  output: { event: eventRowSchema, notice: text },
  run: async (args, context) => ({ event: await readEvent(args, context), notice }),
};

/** The details of an event that the caller may read. */
export async function readEvent(args: Given, { request }: ToolContext): Promise<Given> {
  const { body, version } = await request({ method: 'GET', path: `/events/${args.id}`, query: languageOf(args) });
  return eventDetails(body as Given, version);
}

const searchList = (
  name: string,
  title: string,
  description: string,
  path: string,
  row: (body: Given) => Given,
  more: Given = {},
): Tool => ({
  name,
  title,
  description,
  input: (site) => ({ search: { ...text, maxLength: 200 }, ...languageArgument(site), ...paging }),
  output: listOutput(path, namedRowSchema),
  run: async (args, context) => {
    const query = { search: args.search, ...more, ...languageOf(args) };
    const { items, page } = await listed(context, `/${path}`, path, query, args);
    return { ...page, [path]: items.map(row), notice };
  },
});

export const listVenues = searchList(
  'list_venues',
  'List venues',
  'Venues with address and position.',
  'venues',
  venueRow,
);
export const listOrganizers = searchList(
  'list_organizers',
  'List organizers',
  'Organizers of events.',
  'organizers',
  organizerRow,
);
export const listCategories = searchList(
  'list_categories',
  'List categories',
  'Categories of events with the number of their events.',
  'categories',
  categoryRow,
  { hide_empty: 'false' },
);

export const getCalendarInfo: Tool = {
  name: 'get_calendar_info',
  title: 'About this calendar',
  description: 'Name, time zone, current time, languages and size of the calendar, and what you may do. Call it first.',
  input: () => ({}),
  output: {
    name: text,
    url: text,
    timezone: text,
    now: text,
    weekday: text,
    counts: { type: 'object' },
    you: { type: 'object', properties: { role: text, writes: { enum: ['on', 'off'] } } },
  },
  run: async (_, context) => {
    const { site, actor, now } = context.call;
    const count = async (path: string, query: Given = {}) =>
      (await listed(context, `/${path}`, path, query, { limit: 1 })).page.total;
    const [events, venues, organizers, categories] = await Promise.all([
      count('events'),
      count('venues'),
      count('organizers'),
      count('categories', { hide_empty: 'false' }),
    ]);
    return {
      name: site.name,
      ...filled({ tagline: site.tagline, languages: site.languages }),
      url: site.baseUrl,
      timezone: site.zone,
      now: iso(now, site.zone),
      weekday: weekdayName(toWall(now, site.zone)),
      counts: { upcoming_events: events, venues, organizers, categories },
      you: {
        ...filled({ user: actor.name, application: actor.via, rights: rightsOf(actor) }),
        role: actor.role,
        writes: site.assistantWrites ? 'on' : 'off',
      },
    };
  },
};
