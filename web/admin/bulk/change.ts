// A change of several records as data, and the request body that it means for one of them. Pure.
import type { ApiRecord } from '../api/records';
import { same, type Values } from '../form/values';

/** Terms to add and to remove, or a new value. */
export type FieldChange =
  | { readonly add: readonly unknown[]; readonly remove: readonly unknown[] }
  | { readonly set: unknown };

/** By field name. */
export type BulkChange = Readonly<Record<string, FieldChange>>;

const itemsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function valueAfter(before: unknown, change: FieldChange): unknown {
  if ('set' in change) return change.set;
  const kept = itemsIn(before).filter((item) => !change.remove.includes(item));
  return [...kept, ...change.add.filter((item) => !kept.includes(item))];
}

/** The fields that differ afterwards; empty if the record already has these values. */
export const bodyFor = (input: Values, changes: BulkChange): Values =>
  Object.fromEntries(
    Object.entries(changes)
      .map(([name, change]) => [name, valueAfter(input[name], change)] as const)
      .filter(([name, value]) => !same(input[name], value)),
  );

/** The body that restores a record. A publication date cannot be cleared: it becomes the date that the record showed. */
export const bodyBefore = (record: ApiRecord, body: Values): Values =>
  Object.fromEntries(
    Object.keys(body).map((name) => [name, record._input?.[name] ?? (name === 'date' ? record.date : '')]),
  );

/** Leaves out changes that change nothing. */
export const withoutEmpty = (changes: BulkChange): BulkChange =>
  Object.fromEntries(
    Object.entries(changes).filter(([, change]) => 'set' in change || change.add.length + change.remove.length > 0),
  );
