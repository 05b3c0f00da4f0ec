// The columns of a file and the fields that they fill: by the names of our own feed and of The Events Calendar's importer, by
// common other names, or by a given mapping.
import { Invalid } from '../../core/problem.js';
import type { StoredFields } from '../../core/stored.js';
import { fold } from '../../core/text/fold.js';
import { eventFields, nativeFields } from '../../models/event/columns.js';
import { organizerFields } from '../../models/organizer/columns.js';
import { addressFields, mapFields } from '../../models/venue/columns.js';
import { guessFields } from './guess.js';
import { type CsvOptions, type CsvResource, csvResources } from './options.js';

type Names = Readonly<Record<string, readonly string[]>>;

/** Plain fields, which say the names of their columns themselves. */
export const plainFields: Readonly<Record<CsvResource, StoredFields>> = {
  event: { ...eventFields, ...nativeFields },
  venue: { ...addressFields, ...mapFields },
  organizer: organizerFields,
};

const plainNames = (resource: CsvResource): Names =>
  Object.fromEntries(
    Object.entries(plainFields[resource]).flatMap(([name, { csv }]) =>
      csv ? [[name, [...(csv.name ? [fold(csv.name)] : []), ...csv.aliases]]] : [],
    ),
  );

/** Fields of the venue that a row of an event can have beside its name. */
const venueParts = ['address', 'city', 'zip', 'stateprovince', 'country'] as const;
export const venuePartOf = (field: string): string | undefined => venueParts.find((part) => field === `venue_${part}`);

const words = (text: string): readonly string[] => text.split(', ');

/** Names of columns by field, folded. The first names are those of our own feed. */
const names: Readonly<Record<CsvResource, Names>> = {
  event: {
    title: words(
      'event name, title, name, event title, event, subject, summary, titre, nom, what, quoi, titel, veranstaltung, titulo, evento',
    ),
    description: words('event description, description, details, body, beschreibung, descripcion'),
    excerpt: words('event excerpt, excerpt, extrait, resume'),
    start_date: words(
      'event start date, start date, start, date, begin, from, date de debut, debut, when, quand, wann, datum, beginn, startdatum, cuando, fecha, fecha de inicio, inicio',
    ),
    start_time: words(
      'event start time, start time, time, heure de debut, heure, uhrzeit, startzeit, hora, hora de inicio',
    ),
    end_date: words('event end date, end date, end, until, to, date de fin, fin, ende, enddatum, fecha de fin'),
    end_time: words('event end time, end time, heure de fin, endzeit, hora de fin'),
    timezone: words('timezone, event time zone, event timezone, time zone, fuseau horaire, zeitzone, zona horaria'),
    all_day: words('all day event, all day, toute la journee, journee entiere, ganztagig, todo el dia'),
    ...plainNames('event'),
    venue: words(
      'event venue name, venue name, venue, location, place, lieu, salle, where, ou, wo, ort, veranstaltungsort, donde, lugar',
    ),
    ...Object.fromEntries(venueParts.map((part) => [`venue_${part}`, addressFields[part].csv?.aliases ?? []])),
    organizer: words(
      'event organizer name, event organizer name(s) or id(s), organizer, organizers, organisateur, veranstalter, organizador',
    ),
    cost: words('event cost, cost, price, prix, tarif, preis, eintritt, precio'),
    currency_code: words('event iso currency code, currency code, currency, devise'),
    currency_symbol: words('event currency symbol, currency symbol'),
    currency_position: words('event currency position, currency position'),
    categories: words(
      'event category, category, categories, event categories, categorie, kategorie, kategorien, categoria, categorias',
    ),
    tags: words('event tags, tags, event tag, tag, keywords, etiquettes, mots-cles, schlagworter, etiquetas'),
    website: words('event website, website, link, web site, site web, lien, webseite, sitio web, enlace'),
    image: words('event featured image, featured image, image, image url, picture, bild, imagen'),
    uid: words('uid'),
    slug: words('slug'),
    status: words('status, event status, statut'),
    recurrence: words('recurrence, rrule'),
    external_id: words('external id, reference'),
  },
  venue: {
    venue: words('venue name, venue, name, lieu, nom'),
    description: words('venue description, description'),
    ...plainNames('venue'),
    address_2: words('venue address 2, address 2'),
    geo_lat: words('venue latitude, latitude, lat'),
    geo_lng: words('venue longitude, longitude, lng, lon'),
    image: words('venue featured image, featured image, image'),
    external_id: words('external id, reference'),
  },
  organizer: {
    organizer: words('organizer name, organizer, name, organisateur, nom'),
    description: words('organizer description, description'),
    ...plainNames('organizer'),
    image: words('organizer featured image, featured image, image'),
    external_id: words('external id, reference'),
  },
};

/** Columns of our own feed that say nothing new, or that the new record gets by itself. */
const derivedColumns = new Set(
  ['id', 'url', 'occurrence of', 'start utc', 'end utc', 'source', 'modified'].concat(
    'allow comments',
    'allow trackbacks and pingbacks',
  ),
);

const required: Readonly<Record<CsvResource, readonly string[]>> = {
  event: ['title', 'start_date'],
  venue: ['venue'],
  organizer: ['organizer'],
};

/** Fields that a column can be mapped to. */
export const csvFields = (resource: CsvResource): readonly string[] => Object.keys(names[resource]);

const foldedColumn = (name: string): string => fold(name.replace(/[_\s]+/g, ' '));

export interface Columns {
  readonly resource: CsvResource;
  /** The names as the file has them, with the field of each column, if any. */
  readonly columns: readonly { readonly name: string; readonly field?: string; readonly guessed?: true }[];
  /** Names of columns that fill no field and are not expected to. */
  readonly ignored: readonly string[];
  /** Required fields without a column. */
  readonly missing: readonly string[];
}

/** By a column that only one resource has; events by default. */
function resourceOf(header: readonly string[]): CsvResource {
  const keys = new Set(header.map(foldedColumn));
  if (keys.has('organizer name') && !keys.has('event name')) return 'organizer';
  return keys.has('venue name') && !names.event.title?.some((name) => keys.has(name)) ? 'venue' : 'event';
}

const fieldNamed = (resource: CsvResource, name: string): string | undefined => {
  const key = foldedColumn(name);
  const direct = key.replaceAll(' ', '_');
  if (Object.hasOwn(names[resource], direct)) return direct;
  return Object.entries(names[resource]).find(([, known]) => known.includes(key))?.[0];
};

/**
 * Of several columns for one field the first counts. Columns whose names say nothing are matched by the values of the first
 * rows. Throws `Invalid` for a mapping to an unknown field.
 */
export function matchColumns(
  header: readonly string[],
  { resource: wanted, mapping = {} }: CsvOptions,
  rows: readonly (readonly string[])[] = [],
): Columns {
  if (wanted !== undefined && !csvResources.includes(wanted)) throw new Invalid(`There is no resource “${wanted}”.`);
  const resource = wanted ?? resourceOf(header);
  const mapped = new Map(Object.entries(mapping).map(([column, field]) => [foldedColumn(column), field]));
  for (const field of mapped.values()) {
    if (field !== '' && !Object.hasOwn(names[resource], field))
      throw new Invalid(`“${field.slice(0, 40)}” is not a field. Use one of: ${csvFields(resource).join(', ')}.`);
  }
  // A mapped column takes precedence over one that only has a matching name.
  const taken = new Set(header.flatMap((name) => mapped.get(foldedColumn(name)) || []));
  const used = new Set<string>();
  const named = header.map((name) => {
    const given = mapped.get(foldedColumn(name));
    const found = given ?? fieldNamed(resource, name);
    if (!found || used.has(found) || (given === undefined && taken.has(found))) return { name };
    used.add(found);
    return { name, field: found };
  });
  // A mapping to nothing ignores the column.
  const isOpen = (name: string, field?: string) => field === undefined && !mapped.has(foldedColumn(name));
  const guesses = guessFields({
    names: header,
    rows,
    open: named.map(({ name, field }) => isOpen(name, field)),
    free: csvFields(resource).filter((field) => !used.has(field)),
    required: required[resource],
  });
  const columns = named.map((column, at) => {
    const field = guesses.get(at);
    if (field === undefined) return column;
    used.add(field);
    return { name: column.name, field, guessed: true as const };
  });
  return {
    resource,
    columns,
    ignored: columns
      .filter(({ name, field }) => field === undefined && name.trim() !== '' && !derivedColumns.has(foldedColumn(name)))
      .map(({ name }) => name),
    missing: required[resource].filter((field) => !used.has(field)),
  };
}
