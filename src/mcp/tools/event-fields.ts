// Arguments of tools that write events, and the body of the API request that they become.
import type { Given } from '../../core/field.js';
import { isObject } from '../../core/is-object.js';
import { described, flagSchema, integer, type Schema, text } from '../../core/schema.js';
import type { Site } from '../../core/site.js';
import { plusSeconds, secondsBetween } from '../../core/time/clock.js';
import { iso, toInstant } from '../../core/time/zone.js';
import { attendances } from '../../models/event/columns.js';
import { argumentOf } from '../fields.js';
import { readingZone, wallFor } from '../times.js';
import { type ToolContext, ToolError } from '../tool.js';
import { categoryIds, recordId } from './names.js';

const maxLinked = 20;

const linkedRecord = (more: string): Schema => ({
  type: ['string', 'integer', 'array', 'object'],
  maxItems: maxLinked,
  items: { type: ['string', 'integer', 'object'] },
  description: `Id or name of an existing one, or {name${more}} for a new one; "" for none.`,
});

const names = (about: string): Schema => ({
  type: 'array',
  maxItems: maxLinked,
  items: { type: ['string', 'integer'] },
  description: about,
});

/** Statuses that a person sets: `future` follows from the publication date, and the trash has tools of its own. */
export const writableStatuses = ['publish', 'draft', 'pending', 'private'];

export const eventArguments = (site: Site): Readonly<Record<string, Schema>> => ({
  title: { ...text, maxLength: 1_000 },
  start: described(text, '2027-05-04T19:00, or a date for all-day events.'),
  end: described(text, 'Same format.'),
  timezone: described(text, 'Zone of the event and of times without offset, such as Europe/Paris.'),
  all_day: flagSchema,
  status: { ...text, enum: writableStatuses },
  description: described(text, 'Text or HTML.'),
  excerpt: text,
  venue: linkedRecord(', address, city, zip, country'),
  organizer: linkedRecord(', website'),
  categories: names('Names or ids of existing categories.'),
  tags: names('Names or ids.'),
  cost: { type: ['string', 'number'] },
  website: text,
  attendance: { ...text, enum: attendances },
  online_url: text,
  featured: flagSchema,
  ...(site.recurrence && {
    recurrence: {
      type: ['string', 'object'],
      description: 'Rule, such as FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231; "" for none.',
    },
  }),
});

/** Arguments that the API takes as they are. */
const plain = [
  'title',
  'timezone',
  'all_day',
  'status',
  'description',
  'excerpt',
  'tags',
  'cost',
  'website',
  'attendance',
  'online_url',
  'featured',
  'recurrence',
];

/** `stored`: the event before the change. */
export async function eventBody(args: Given, context: ToolContext, stored?: Given): Promise<Given> {
  return {
    ...Object.fromEntries(plain.filter((name) => args[name] !== undefined).map((name) => [name, args[name]])),
    ...datesOf(args, context, stored),
    ...(args.venue !== undefined && { venue: await linkedOf('venue', args.venue, context) }),
    ...(args.organizer !== undefined && { organizer: await linkedOf('organizer', args.organizer, context) }),
    ...(args.categories !== undefined && { categories: await categoriesOf(args.categories, context) }),
  };
}

/** A new start without an end keeps the duration. */
function datesOf({ start, end, timezone }: Given, { call }: ToolContext, stored: Given = {}): Given {
  if (start === undefined && end === undefined) return {};
  const zone = readingZone(timezone, call);
  const eventZone = timezone === undefined || timezone === '' ? String(stored.timezone ?? call.site.zone) : zone;
  const wall = (value: unknown, name: string) => wallFor(String(value), name, zone, eventZone, call);
  const start_date = start === undefined ? undefined : wall(start, 'start');
  const duration = () => secondsBetween(String(stored.start_date), String(stored.end_date));
  const kept =
    start_date !== undefined && stored.end_date !== undefined ? plusSeconds(start_date, duration()) : undefined;
  const end_date = end === undefined ? kept : wall(end, 'end');
  return { ...(start_date !== undefined && { start_date }), ...(end_date !== undefined && { end_date }) };
}

async function linkedOf(kind: 'venue' | 'organizer', value: unknown, context: ToolContext): Promise<unknown> {
  if (value === '') return '';
  const all: unknown[] = [];
  for (const one of [value].flat()) all.push(isObject(one) ? newRecord(kind, one) : await recordId(kind, one, context));
  return all;
}

function newRecord(kind: string, { name, ...fields }: Given): Given {
  if (typeof name === 'string' && name.trim() !== '') return { ...fields, [kind]: name };
  throw new ToolError(`${kind}: a new one needs a name.`);
}

async function categoriesOf(value: unknown, context: ToolContext): Promise<readonly string[]> {
  const ids = await categoryIds(value, 'categories', context);
  return ids === '' ? [] : ids.split(',');
}

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

const maxShownText = 300;

/** Old and new values by argument; long texts are cut. */
export const shownChanges = (changes: Changes): Given =>
  Object.fromEntries(
    Object.entries(changes).map(([field, values]) => [
      argumentOf(field),
      values.map((value) =>
        typeof value === 'string' && value.length > maxShownText ? `${value.slice(0, maxShownText)}…` : value,
      ),
    ]),
  );

/** The arguments that set the values before a change again; times have the offset of their zone. */
export function previousValues(changes: Changes, timezone: string): Given {
  const zone = String(changes.timezone?.[0] ?? timezone);
  const known = Object.entries(changes).flatMap(([field, [before]]) => {
    const argument = argumentOf(field);
    if (field === 'start_date' || field === 'end_date')
      return [[argument, iso(toInstant(String(before), zone).instant, zone)] as const];
    if (field === 'venue' || field === 'organizer') return [[argument, emptyAsText(before)] as const];
    if (field === 'status') return [[argument, before === 'future' ? 'publish' : before] as const];
    return plain.includes(field) || field === 'categories' ? [[argument, before ?? ''] as const] : [];
  });
  return Object.fromEntries(known);
}

const emptyAsText = (ids: unknown): unknown => {
  const all = [ids ?? []].flat();
  return all.length > 1 ? all : (all[0] ?? '');
};

export const idArgument: Schema = { ...integer, minimum: 1 };
