// The response of a change that was not saved: the fields that would change, and no id of a record that does not exist.
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../core/call.js';
import type { Given } from '../core/field.js';
import { formOf } from '../core/form.js';
import type { Written } from '../core/model.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import type { ApiResponse, RecordWrite } from './response.js';

/** Old and new values by field. */
export type FieldChanges = Readonly<Record<string, readonly [unknown, unknown]>>;

/** The fields of the form that differ, so that neither secrets nor derived values are included. */
export function fieldChanges({ shape, before, after }: RecordWrite, call: Call): FieldChanges {
  const form = (row: Row | undefined): Given => (row ? formOf(shape, row, call) : {});
  const [old, now] = [form(before), form(after)];
  const isWhole = !before || !after;
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => [name, [old[name] ?? null, now[name] ?? null]] as const)
    .filter(([, [was, is]]) => !(isWhole && isEmpty(was) && isEmpty(is)) && !isDeepStrictEqual(was, is));
  return Object.fromEntries(changed);
}

/** Of a new or erased record, empty fields are no change. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** `series`: what would happen to other records. The ids of new records are added to `known`. */
export function asDryRun(
  { oneTimeSecrets: _, write, ...response }: ApiResponse,
  call: Call,
  known: NewIds = new Map(),
): ApiResponse {
  const { 'X-Unchanged': unchanged } = response.headers;
  const headers = { ...(unchanged && { 'X-Unchanged': unchanged }), 'X-Dry-Run': '1' };
  if (!write) return { ...response, statusCode: 200, headers };
  const { shape, written } = write;
  addNewIds(written, known);
  const mask = maskOf(shape, known);
  const body: Given = {
    ...mask.body(Object(response.body)),
    changes: mask.changes(fieldChanges(write, call)),
    ...(written.effects && { series: written.effects }),
  };
  return { ...response, statusCode: 200, headers, body };
}

/** Ids of new records by the name of their model. */
export type NewIds = Map<string, Set<number>>;

function addNewIds({ model, id, before, after, alsoWritten }: Written, ids: NewIds): void {
  if (!before && after) ids.set(model.name, (ids.get(model.name) ?? new Set()).add(id));
  for (const one of alsoWritten) addNewIds(one, ids);
}

/** Replaces the ids of new records by null: no id is reserved. */
function maskOf({ model, fields }: Shape, ids: NewIds) {
  const linked = new Map(
    Object.entries(fields).flatMap(([name, { sets = name }]) => {
      const found = ids.get(model.links[sets]?.target ?? model.references?.[name] ?? '');
      return found ? [[name, found] as const] : [];
    }),
  );
  const masked = (values: Given): Given =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, withoutIds(value, linked.get(name) ?? none)]),
    );
  return {
    body: ({ id, _input, ...body }: Given): Given => ({
      ...(id !== undefined && { id: withoutIds(id, ids.get(model.name) ?? none) }),
      ...masked(body),
      ...(_input !== undefined && { _input: masked(Object(_input)) }),
    }),
    changes: (changes: FieldChanges): Given => masked(changes),
  };
}

const none: ReadonlySet<number> = new Set();

function withoutIds(value: unknown, ids: ReadonlySet<number>): unknown {
  if (ids.size === 0) return value;
  if (typeof value === 'number') return ids.has(value) ? null : value;
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, ids));
  if (typeof value !== 'object' || value === null || !('id' in value)) return value;
  return { ...value, id: withoutIds(value.id, ids) };
}
