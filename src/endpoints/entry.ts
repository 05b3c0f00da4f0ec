// Reads an event from one line of text, such as “Film night Fri 8pm at Town Barn #film”. Nothing is saved.
import type { Call } from '../core/call.js';
import { all, any, hasSlug, oneOf } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { type Entry, maxLength, readEntry } from '../core/entry/read-entry.js';
import { type Fields, optional, required } from '../core/field.js';
import { moment } from '../core/kinds/moment.js';
import { lineText } from '../core/kinds/text.js';
import { localeFor } from '../core/languages.js';
import type { Model } from '../core/model.js';
import { key, output } from '../core/output.js';
import { described, flagSchema, integer, listOf, objectOf, orNull, text } from '../core/schema.js';
import type { Row } from '../core/store.js';
import { fold } from '../core/text/fold.js';
import { slugify } from '../core/text/slug.js';
import { type DateText, resolveWall } from '../core/time/date-text.js';
import { endpoint, operation } from '../http/handler.js';
import { textsFor } from '../i18n/texts.js';
import { category } from '../models/category/category.js';
import { event } from '../models/event/event.js';
import { venue } from '../models/venue/venue.js';

const fields: Fields = {
  text: required(lineText(maxLength), 'The line, in the language of the request.', {
    example: 'Film night Fri 8pm at Town Barn #film',
  }),
  date: optional(
    moment,
    'Day of a time without one, such as a day that was chosen on a calendar. Default: the next such time.',
    {
      example: '2027-05-07',
    },
  ),
};

/** Words of a place whose first ones may be the name of a venue. */
const maxWords = 10;

interface Named {
  readonly id: number;
  readonly name: string;
}

const named = ({ id, name }: Row): Named => ({ id, name: String(name) });
const placed = (row: Row) => ({ ...named(row), city: String(row.city) });

const rowsOf = ({ store, call }: Context, model: Model, names: readonly string[]): Promise<readonly Row[]> =>
  store.list({
    table: model,
    where: all(
      any(oneOf('name_key', names.map(fold)), hasSlug(names.map(slugify))),
      model.policy.visible(call.actor, false),
    ),
    order: [{ column: 'id' }],
    limit: 100,
  });

/** The venue whose name is all of the place or its first words, the longest one; the words behind it belong to the title. */
async function findVenue(context: Context, place: string) {
  const words = place.split(/\s+/).slice(0, maxWords);
  const beginnings = words.map((_, at) => words.slice(0, words.length - at).join(' '));
  const rows = await rowsOf(context, venue, beginnings);
  const name = beginnings.find((one) => rows.some((row) => isNamed(row, one)));
  const found = name === undefined ? [] : rows.filter((row) => isNamed(row, name));
  return { found: found.map(placed), rest: name === undefined ? '' : place.slice(name.length).trim() };
}

const isNamed = ({ name, slug }: Row, wanted: string): boolean =>
  fold(String(name)) === fold(wanted) || slug === slugify(wanted);

async function understood(entry: Entry, context: Context) {
  const { date, question, place } = entry;
  const { found: venues, rest } = place === undefined ? { found: [], rest: '' } : await findVenue(context, place);
  const rows = entry.terms.length ? await rowsOf(context, category, entry.terms) : [];
  const categories = entry.terms.map((term) => rows.find((row) => isNamed(row, term)));
  return {
    title: [entry.title, rest].filter(Boolean).join(' '),
    date: date ?? null,
    date_question: question ?? null,
    venues,
    new_venue: place !== undefined && venues.length === 0 ? place : '',
    title_with_venue: entry.titleWithPlace ?? '',
    categories: categories.flatMap((row) => (row ? [named(row)] : [])),
    unknown_categories: entry.terms.filter((_, at) => !categories[at]),
  };
}

const nothing: Entry = { title: '', terms: [] };

function read(line: string, date: DateText | undefined, { now, site, language, consoleLanguage }: Call): Entry {
  const shown = consoleLanguage ?? language ?? site.languages[0];
  const { zone } = site;
  const day = date && resolveWall(date, { now, zone, offsets: 'ignore' })?.slice(0, 10);
  return readEntry(line, { words: textsFor(shown).entry, locale: localeFor(shown), now, zone, day }) ?? nothing;
}

const dateSchema = objectOf({ start_date: text, end_date: text, all_day: flagSchema });
const namedSchema = listOf(objectOf({ id: integer, name: text }));
const venuesSchema = listOf(objectOf({ id: integer, name: text, city: text }));

const shownEntry = output<Awaited<ReturnType<typeof understood>>>('Entry', 'What was understood of a line.', {
  title: key(described(text, 'What is left when everything else is taken out.'), 'Film night'),
  date: key(orNull(dateSchema, 'Null if the line has no date, or one that is unclear.'), {
    start_date: '2027-05-07 20:00:00',
    end_date: '2027-05-07 21:00:00',
    all_day: false,
  }),
  date_question: key(
    orNull(
      objectOf({ about: { ...text, enum: ['day', 'hour'] }, choices: listOf(dateSchema) }),
      'If the line can mean several dates: these dates, and whether the day or the hour is unclear.',
    ),
    null,
  ),
  venues: key(described(venuesSchema, 'Venues of the name; several if it is not unique.'), [
    { id: 12, name: 'Town Barn', city: 'Springfield' },
  ]),
  new_venue: key(described(text, 'The name of a place that no venue has; empty if there is none.'), ''),
  title_with_venue: key(
    described(text, 'The title if the words that name the place are a part of it; empty if there are none.'),
    'Film night at Town Barn',
  ),
  categories: key(namedSchema, [{ id: 3, name: 'Film' }]),
  unknown_categories: key(described(listOf(text), 'Names after `#` that no category has.'), []),
});

export const entryEndpoint = endpoint('/events/entry', {
  GET: operation({
    right: event.policy.change,
    operationId: 'readEntry',
    summary: 'Read an event from one line',
    description:
      'Understands title, date, time, length, venue and categories of a line such as “Film night Fri 8pm at Town Barn #film”, in the languages of the console. What is unclear is asked, not guessed. Nothing is saved.',
    tag: { name: 'Events', description: 'Events with their dates, venues, organizers, categories and tags.' },
    input: fields,
    output: shownEntry,
    handler: async (_, { call, context }, given, reply) =>
      reply(await understood(read(String(given.text), given.date as DateText | undefined, call), context)),
  }),
});
