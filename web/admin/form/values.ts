// The values of a form by key. A translated field has one key per language (`title@fr`), every other field one key.
import type { FieldInfo } from '../api/contract';

export type Values = Readonly<Record<string, unknown>>;

/** The language of a site without languages. */
export const noLanguage = '';

export const inputKey = ({ name, input }: FieldInfo, language: string): string =>
  input.translated && language !== noLanguage ? `${name}@${language}` : name;

/** No value: left out when a record is created. Numbers and flags are never empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Equality as the form shows it: all empty values are equal, and so are 5 and `'5'`. */
export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right) || (isEmpty(left) && isEmpty(right))) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return isScalar(left) && isScalar(right) && String(left) === String(right);
  const [ours, theirs] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  const names = [...ours.keys(), ...theirs.keys()];
  return Array.isArray(left) === Array.isArray(right) && names.every((name) => same(ours.get(name), theirs.get(name)));
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** The value of a query parameter for a field. */
export function valueIn({ input }: FieldInfo, text: string): unknown {
  if (input.widget === 'flag') return text === '' ? undefined : text === 'true' || text === '1';
  if (input.widget === 'records' || input.widget === 'terms')
    return text.split(',').flatMap((part) => (part ? [Number(part) || part] : []));
  return text;
}

/** The values of one language's `_input`, by form key. */
export const byFormKey = (fields: readonly FieldInfo[], language: string, input: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) =>
      input[field.name] === undefined ? [] : [[inputKey(field, language), input[field.name]]],
    ),
  );

/** Entered values that differ from the stored ones. Secrets are not stored here, so that clearing one is a change. */
export const changesIn = (stored: Values, entered: Values): Values =>
  Object.fromEntries(
    Object.entries(entered).filter(
      ([key, value]) => value !== undefined && !(Object.hasOwn(stored, key) && same(stored[key], value)),
    ),
  );

/** A series that moves to another day needs its rule in the same request, even an unchanged one. */
export function withRecurrence(fields: readonly FieldInfo[], stored: Values, changes: Values): Values {
  const field = fields.find(({ input }) => input.widget === 'recurrence');
  const dayOf = ({ start_date }: Values) => String(start_date).slice(0, 10);
  if (!field || isEmpty(stored[field.name]) || !changes.start_date || dayOf(changes) === dayOf(stored)) return changes;
  return { [field.name]: stored[field.name], ...changes };
}

export interface SaveRequest {
  readonly language: string;
  readonly body: Values;
}

interface SaveInput {
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
  readonly changes: Values;
  /** The title or name field: a new record is created in the first language that has it. */
  readonly label: string;
  readonly isNew: boolean;
}

/** The requests that save these changes: one per language. The first also carries the fields without a language. */
export function saveRequests({ fields, languages, changes, label, isNew }: SaveInput): readonly SaveRequest[] {
  const sent = isNew ? Object.fromEntries(Object.entries(changes).filter(([, value]) => !isEmpty(value))) : changes;
  const pick = (test: (field: FieldInfo) => boolean, language: string): Values =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const key = inputKey(field, language);
        return test(field) && key in sent ? [[field.name, sent[key]]] : [];
      }),
    );
  const isTranslated = ({ input }: FieldInfo) => Boolean(input.translated);
  const shared = pick((field) => !isTranslated(field), noLanguage);
  const texts = languages
    .map((language) => ({ language, body: pick(isTranslated, language) }))
    .filter(({ body }) => Object.keys(body).length > 0)
    .sort((one, other) => Number(isNew && label in other.body) - Number(isNew && label in one.body));
  const [first = { language: languages[0] ?? noLanguage, body: {} }, ...rest] = texts;
  if (texts.length === 0 && Object.keys(shared).length === 0 && !isNew) return [];
  return [{ language: first.language, body: { ...shared, ...first.body } }, ...rest];
}

/** With which a new record starts. */
export const suggestedValues = (fields: readonly FieldInfo[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, input: { suggested } }) => (suggested === undefined ? [] : [[name, suggested]])),
  );
