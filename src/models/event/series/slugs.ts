// Slugs of occurrences: `<slug of the master>-<original date>`, with a number for a further occurrence of the day. Slim rows
// store none; a detached row stores its own.
import { all, begins, hasSlug, is } from '../../../core/condition.js';
import { isTranslated } from '../../../core/language.js';
import type { Model } from '../../../core/model.js';
import type { Reader, Values } from '../../../core/store.js';
import type { EventRow } from '../columns.js';
import { dayOf, isDetached, isOccurrence, masterListing } from './rows.js';

type Dated = Pick<EventRow, 'original_start' | 'slug_number'>;

const trashed = /__trashed(-\d+)?$/;

const endingOf = ({ original_start, slug_number }: Dated): string =>
  `-${dayOf(original_start)}${slug_number > 1 ? `-${slug_number}` : ''}`;

const derivedSlug = (base: string, row: Dated): string => (base ? `${base.replace(trashed, '')}${endingOf(row)}` : '');

/** Slugs of a detached row, in each language. `content` is the row they are derived from. */
export function derivedSlugs(content: Pick<EventRow, 'slug' | 'translations'>, row: Dated & Values): Values {
  const { translations = {} } = row;
  const translated = Object.entries(translations).map(([language, texts]) => {
    const slug = content.translations[language]?.slug;
    return [language, slug ? { ...texts, slug: derivedSlug(slug, row) } : texts];
  });
  return {
    slug: derivedSlug(content.slug, row),
    ...(isTranslated(row) && { translations: Object.fromEntries(translated) }),
  };
}

/** The slug as shown. */
export const shownSlug = (row: EventRow): string =>
  isOccurrence(row) && !isDetached(row) ? derivedSlug(row.slug, row) : row.slug;

/** The slug of the series in the URL of an occurrence; undefined if the occurrence has a slug of its own. */
export function slugOfSeries(row: EventRow): string | undefined {
  if (!isDetached(row)) return row.slug;
  const ending = endingOf(row);
  return row.slug.endsWith(ending) ? row.slug.slice(0, -ending.length) : undefined;
}

/** The slug for clients that know a date by the slug of its series; one with a slug of its own keeps that. */
export const sharedSlug = (row: EventRow): string => slugOfSeries(row) ?? row.slug;

/** The occurrence with this derived slug. */
export async function findByDerivedSlug(store: Reader, model: Model, slug: string): Promise<number | undefined> {
  const [, base, day = '', number = '0'] = /^(.+)-(\d{4}-\d\d-\d\d)(?:-(\d{1,2}))?$/.exec(slug) ?? [];
  if (base === undefined) return undefined;
  const one = { table: model, order: [], limit: 1 };
  const [master] = await store.ids({ ...one, where: all(hasSlug([base]), is('listing', masterListing)) });
  if (master === undefined) return undefined;
  const isDay = all(begins('original_start', day), is('slug_number', Number(number)));
  const [found] = await store.ids({ ...one, where: all(is('series', master), isDay) });
  return found;
}
