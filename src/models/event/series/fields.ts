// Which fields of an occurrence are its own, because they differ from the series.
import { isDeepStrictEqual } from 'node:util';
import { externalFields } from '../../../core/external.js';
import type { Model } from '../../../core/model.js';
import { linkedIds } from '../../../core/store.js';
import type { EventRow } from '../columns.js';
import { dateFields, datesAt, inheritedColumns } from './rows.js';
import { derivedSlugs } from './slugs.js';

/** Parameters that say how a series is changed, not what. */
export const instructions = ['recurrence', 'scope', 'align', 'keep', 'own', 'lang'];

/** Each row has its own, or none. */
const identity = Object.keys(externalFields);

const slimFields = new Set([...Object.keys(inheritedColumns), ...dateFields, ...instructions, ...identity, 'date_utc']);

/** Whether an occurrence needs content of its own for a value of this field. */
export const isContent = (field: string): boolean => field === 'tickets' || !slimFields.has(field);

/** The own fields among these. `status` comes first: jobs look for it at the start of the stored list. */
export function overriddenFields(
  model: Model,
  row: EventRow,
  master: EventRow,
  fields: Iterable<string>,
): readonly string[] {
  const names = new Set([...fields].map((name) => (name === 'date_utc' ? 'date' : name)));
  const own = [...names].filter(
    (name) => ![...instructions, ...identity].includes(name) && differs(model, name, row, master),
  );
  return own.sort((one, other) => Number(other === 'status') - Number(one === 'status') || (one < other ? -1 : 1));
}

function differs(model: Model, field: string, row: EventRow, master: EventRow): boolean {
  const valuesOf = (one: EventRow, names: readonly string[]) => names.map((name) => one[name as keyof EventRow]);
  const differIn = (names: readonly string[]) => !isDeepStrictEqual(valuesOf(row, names), valuesOf(master, names));
  if (field === 'start_date' || field === 'end_date') return row[field] !== usualDates(row, master)[field];
  if (field === 'slug') return row.slug !== derivedSlugs(master, row).slug;
  if (field === 'image') return differIn(['image_id']);
  if (field === 'tickets') return differIn(['tickets']);
  if (field in model.links) return !isDeepStrictEqual(linkedIds(row, field), linkedIds(master, field));
  if (model.translated.includes(field)) return differIn([field]) || differsInTranslation(field, row, master);
  return differIn(inheritedColumns[field] ?? [field]);
}

const differsInTranslation = (field: string, row: EventRow, master: EventRow): boolean => {
  const languages = new Set([...Object.keys(row.translations), ...Object.keys(master.translations)]);
  return [...languages].some((code) => row.translations[code]?.[field] !== master.translations[code]?.[field]);
};

/** The dates that the series gives to an occurrence. */
export const usualDates = ({ original_start: start }: Pick<EventRow, 'original_start'>, master: EventRow) =>
  datesAt(master.recurrence?.dates.find((date) => date.start === start) ?? { start }, master);
