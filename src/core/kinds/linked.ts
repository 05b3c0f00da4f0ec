// Links to other records: by ID, by the fields of a new record, or for terms by slug or name.

import type { Call } from '../call.js';
import { externalFields } from '../external.js';
import { type Fields, type Given, readFields, required } from '../field.js';
import { isObject } from '../is-object.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { maxItems, readInteger, readItems } from './number.js';
import { isBlankName, lineOf, nameText } from './text.js';

/** `isIncomplete`: it has an external ID, but lacks required fields, so that it cannot be created. */
export interface Draft {
  readonly draft: Given;
  readonly isIncomplete?: true;
}
export type RecordItem = { readonly id: number } | Draft | { readonly unnamed: true };
export type TermItem = { readonly id: number } | { readonly text: string } | Draft;

/** A link after the look-up: the ID of an existing record, or the draft of one to create. */
export type LinkTarget = number | Draft;

const declared = { type: 'array', items: { type: 'integer' } } as const;

/** `0`, an empty string, array or object mean none. */
export const records = (fields: Fields, schema: string): Kind<readonly RecordItem[]> => ({
  declared,
  schema: {
    anyOf: [
      { type: 'integer' },
      { type: 'string', pattern: '^(\\d+(,\\d+)*)?$' },
      { $ref: `#/components/schemas/${schema}` },
      { type: 'array', maxItems, items: { anyOf: [{ type: 'integer' }, { $ref: `#/components/schemas/${schema}` }] } },
    ],
  },
  read: (input, call) => {
    const items = isObject(input) ? (Object.keys(input).length ? [input] : []) : readItems(input);
    return items.flatMap((item): readonly RecordItem[] => {
      const id = readInteger(isObject(item) && item.id !== undefined ? item.id : item);
      if (id === 0) return [];
      if (id !== undefined && id > 0) return [{ id }];
      if (!isObject(item)) throw new Invalid('Must be record IDs or objects with the fields of new records.');
      const { given, missing, faults } = readFields(fields, item, call, true);
      if (given.external_id && missing.length && !Object.keys(faults).length)
        return [{ draft: given, isIncomplete: true }];
      const wrong = [...missing, ...Object.keys(faults)];
      // A blank name has its own error, which is thrown after the caller's rights are checked.
      if (wrong.length === 1 && isBlankIn(item, fields, String(wrong[0]), call)) return [{ unnamed: true }];
      if (wrong.length) throw new Invalid(`Missing or invalid fields in the new record: ${wrong.join(', ')}.`);
      return [{ draft: given }];
    });
  },
  input: { widget: 'records', fields: schema },
});

function isBlankIn(item: Given, fields: Fields, name: string, call: Call): boolean {
  const value = item[name];
  return fields[name]?.required === true && typeof value === 'string' && isBlankName(lineOf(value, call));
}

const termName = nameText(200);

const externalTermSchema = {
  type: 'object',
  required: ['external_id'],
  properties: {
    source: externalFields.source.kind.schema,
    external_id: externalFields.external_id.kind.schema,
    name: termName.schema,
  },
} as const;

const externalTermFields: Fields = { ...externalFields, name: required(termName, 'Name of a new term.') };

/** By an external ID; with a name it is created if it does not exist. */
function readExternalTerm(item: Given, call: Call): Draft {
  const { given, missing, faults } = readFields(externalTermFields, item, call, true);
  const wrong = Object.keys(faults);
  if (wrong.length) throw new Invalid(`Missing or invalid fields in the new record: ${wrong.join(', ')}.`);
  return { draft: given, ...(missing.length && { isIncomplete: true as const }) };
}

/** Numbers are IDs, other strings are slugs or names. */
export const terms: Kind<readonly TermItem[]> = {
  declared,
  schema: {
    anyOf: [
      { type: 'string' },
      { type: 'integer' },
      { type: 'array', maxItems, items: { anyOf: [{ type: 'integer' }, { type: 'string' }, externalTermSchema] } },
    ],
  },
  read: (input, call) => {
    if (isObject(input) || typeof input === 'boolean') throw new Invalid('Must be IDs, slugs or names of terms.');
    return readItems(input).map((item) => {
      if (isObject(item) && item.external_id !== undefined) return readExternalTerm(item, call);
      const id = readInteger(item);
      if (id !== undefined) return { id };
      if (typeof item !== 'string') throw new Invalid('Must be IDs, slugs or names of terms.');
      return { text: termName.read(item, call) };
    });
  },
  input: { widget: 'terms' },
};

/** `terms` as a list parameter: at least one. */
export const termFilter: Kind<readonly TermItem[]> = {
  ...terms,
  read: (input, call) => {
    const items = terms.read(input, call);
    if (items.length === 0) throw new Invalid('Must contain at least one term.');
    return items;
  },
};
