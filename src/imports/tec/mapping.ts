// Maps the bodies of the old API to records of the native API. Pure.
import { cleanHtml } from '../../core/text/html.js';
import { slugify } from '../../core/text/slug.js';
import type { Wall } from '../../core/time/clock.js';
import type { Warning } from '../incoming.js';
import type { TecOptions } from './options.js';
import type { Mapped, TecIncoming } from './page.js';
import { keepSlug } from './slugs.js';
import { type Body, defined, idIn, lineIn, momentIn, pathIn, recordsIn, renderedIn, textIn } from './values.js';

export interface MapContext {
  readonly base: URL;
  readonly options: Pick<TecOptions, 'ids' | 'series'>;
  /** Where the list is, for records without an address. */
  readonly place: string;
  /** In UTC. */
  readonly now: Wall;
  /** False if coordinates are switched off here: venues are imported without them. */
  readonly geolocation?: boolean;
}

export const externalIdOf = (resource: string, id: number): string => `${resource}:${id}`;

export const referencesTo = (resource: string, bodies: readonly Body[]): readonly string[] =>
  bodies.flatMap((body) => {
    const id = idIn(body, 'id');
    return id === undefined ? [] : [externalIdOf(resource, id)];
  });

/** Undefined for a body without an ID. */
export type MapBody = (body: Body, context: MapContext) => Mapped | undefined;

type Parts = Partial<TecIncoming> & Pick<TecIncoming, 'fields'> & { readonly warnings?: readonly Warning[] };

/** The common parts of every record. */
export function mapped(
  resource: string,
  body: Body,
  { base, options, place }: MapContext,
  { warnings = [], paths = [], ...parts }: Parts,
): Mapped | undefined {
  const id = idIn(body, 'id');
  if (id === undefined) return undefined;
  const url = textIn(body, 'url');
  const own = pathIn(url, base);
  return {
    record: {
      resource,
      externalId: externalIdOf(resource, id),
      place: url || `${place}#${id}`,
      ...(options.ids === 'keep' && { id }),
      ...parts,
      paths: [...(own === undefined ? [] : [own]), ...paths],
    },
    warnings,
  };
}

/** The slug of a trashed record without the ending that frees it. */
export const slugIn = (body: Body): string | undefined =>
  textIn(body, 'slug').replace(/__trashed(-\d+)?$/, '') || undefined;

/** HTML as it will be stored; reports what is removed from it. */
export function htmlIn(body: Body, name: string, place: string) {
  const html = renderedIn(body, name).trim();
  const clean = cleanHtml(html);
  const warnings: readonly Warning[] =
    clean.length < html.length && withoutSpelling(clean) !== withoutSpelling(html)
      ? [{ kind: 'markup removed', place, text: `${name}: ${html.length - clean.length} characters of markup.` }]
      : [];
  return { html: clean, warnings };
}

/** Spellings that mean the same: blanks, quotes, closed empty elements and entities. */
const withoutSpelling = (html: string): string => html.replace(/&#?\w+;|[\s"'/]/g, '');

export const authorOf = (body: Body): Partial<TecIncoming> => {
  const id = idIn(body, 'author');
  return id === undefined ? {} : { author: externalIdOf('user', id) };
};

export const imageOf = (body: Body): Partial<TecIncoming> => {
  const [image] = recordsIn(body, 'image');
  const id = image && idIn(image, 'id');
  return id === undefined ? {} : { image: externalIdOf('media', id) };
};

/** Author, image and stamps of events, venues and organizers. */
export function postParts(body: Body): Pick<TecIncoming, 'fields'> & Partial<TecIncoming> {
  const modified = momentIn(body, 'modified_utc');
  return {
    fields: defined({ status: textIn(body, 'status') || undefined, date_utc: momentIn(body, 'date_utc') }),
    ...(modified !== undefined && { stored: { modified_utc: modified } }),
    ...authorOf(body),
    ...imageOf(body),
  };
}

const mapTerm =
  (resource: 'category' | 'tag'): MapBody =>
  (body, context) => {
    const parent = idIn(body, 'parent');
    const { html, warnings } = htmlIn(body, 'description', textIn(body, 'url'));
    return mapped(resource, body, context, {
      fields: defined({ name: lineIn(body, 'name'), slug: slugIn(body), description: html }),
      ...(resource === 'category' && parent && { references: { parent: [externalIdOf(resource, parent)] } }),
      warnings,
    });
  };

export const mapTag = mapTerm('tag');
export const mapCategory = mapTerm('category');

function mapContact(
  resource: 'venue' | 'organizer',
  names: readonly string[],
  more: (...from: Parameters<MapBody>) => Body,
): MapBody {
  return (body, context) => {
    const post = postParts(body);
    const { html, warnings } = htmlIn(body, 'description', textIn(body, 'url'));
    const texts = names.map((name) => [name, lineIn(body, name)] as const);
    const slug = slugify(slugIn(body) ?? '');
    return mapped(resource, body, context, {
      ...post,
      fields: {
        ...post.fields,
        [resource]: lineIn(body, resource),
        description: html,
        ...Object.fromEntries(texts),
        ...more(body, context),
      },
      after: keepSlug(resource, slug),
      warnings: [...warnings, ...(body.isProtected === true ? [protectedWarning(resource, body, context)] : [])],
    });
  };
}

const protectedWarning = (resource: string, body: Body, { place }: MapContext): Warning => ({
  kind: `protected ${resource}`,
  place: textIn(body, 'url') || place,
  text: 'Its password hides everything but its name. It is imported with that alone, and stays linked.',
});

const addressNames = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'];

export const mapVenue = mapContact('venue', addressNames, (body, { geolocation = true }) =>
  defined({
    ...(body.isProtected === true ? { geo_lat: null, geo_lng: null } : geolocation && coordinatesIn(body)),
    ...Object.fromEntries(['show_map', 'show_map_link'].map((name) => [name, flagOf(body[name])])),
  }),
);

const flagOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value === true || value === 'true' || value === '1');

function coordinatesIn(body: Body): Body {
  const [lat, lng] = ['geo_lat', 'geo_lng'].map((name) => Number(textIn(body, name)));
  // Zeros and empty texts mean that the venue has none.
  const isPlace = lat && lng && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isPlace ? { geo_lat: lat, geo_lng: lng } : {};
}

export const mapOrganizer = mapContact('organizer', ['phone', 'website', 'email'], () => ({}));
