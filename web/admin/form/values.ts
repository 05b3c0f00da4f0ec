// The values of a form. A text that is kept in every language has one key per language, every other field one key.
import type { FieldInfo } from '../api/contract';

export type Values = Readonly<Record<string, unknown>>;

/** Without languages a site has one, which has no name. */
export const noLanguage = '';

export const keyOf = ({ name, input }: FieldInfo, language: string): string =>
  input.spoken && language !== noLanguage ? `${name}@${language}` : name;

/** Nothing was entered: a new record leaves it out. Numbers and flags always say something. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two values mean the same to whoever reads the form; nothing has many spellings. */
export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right) || (isEmpty(left) && isEmpty(right))) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return isScalar(left) && isScalar(right) && String(left) === String(right);
  const [ours, theirs] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  const names = [...ours.keys(), ...theirs.keys()];
  return Array.isArray(left) === Array.isArray(right) && names.every((name) => same(ours.get(name), theirs.get(name)));
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** What a text of an address means for a field. */
export function valueIn({ input }: FieldInfo, text: string): unknown {
  if (input.widget === 'flag') return text === '' ? undefined : text === 'true' || text === '1';
  if (input.widget === 'records' || input.widget === 'terms')
    return text.split(',').flatMap((part) => (part ? [Number(part) || part] : []));
  return text;
}

/** The values of one language's `_input`, by the keys of the form. */
export const byFormKey = (fields: readonly FieldInfo[], language: string, input: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) => (input[field.name] === undefined ? [] : [[keyOf(field, language), input[field.name]]])),
  );

/** What was entered and differs from what is stored. Of a secret nothing is told: clearing it is a change. */
export const changesIn = (stored: Values, entered: Values): Values =>
  Object.fromEntries(
    Object.entries(entered).filter(
      ([key, value]) => value !== undefined && !(Object.hasOwn(stored, key) && same(stored[key], value)),
    ),
  );

export interface SaveRequest {
  readonly language: string;
  readonly body: Values;
}

interface SaveInput {
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
  readonly changes: Values;
  /** The field that names a record: a new one is made in the first language that has it. */
  readonly label: string;
  readonly isNew: boolean;
}

/** The requests that save these changes: one per language, the first of which also carries what has no language. */
export function saveRequests({ fields, languages, changes, label, isNew }: SaveInput): readonly SaveRequest[] {
  const wanted = isNew ? Object.fromEntries(Object.entries(changes).filter(([, value]) => !isEmpty(value))) : changes;
  const pick = (test: (field: FieldInfo) => boolean, language: string): Values =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const key = keyOf(field, language);
        return test(field) && key in wanted ? [[field.name, wanted[key]]] : [];
      }),
    );
  const isTranslated = ({ input }: FieldInfo) => Boolean(input.spoken);
  const shared = pick((field) => !isTranslated(field), noLanguage);
  const texts = languages
    .map((language) => ({ language, body: pick(isTranslated, language) }))
    .filter(({ body }) => Object.keys(body).length > 0)
    .sort((one, other) => Number(isNew && label in other.body) - Number(isNew && label in one.body));
  const [first = { language: languages[0] ?? noLanguage, body: {} }, ...rest] = texts;
  if (texts.length === 0 && Object.keys(shared).length === 0 && !isNew) return [];
  return [{ language: first.language, body: { ...shared, ...first.body } }, ...rest];
}
