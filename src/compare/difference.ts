// Differences of two JSON values, each with its JSON Pointer. Pure.

import { isObject } from '../core/is-object.js';

export type Kind =
  | 'status'
  | 'header'
  /** A key or an item that only the old side has. */
  | 'missing'
  /** A key or an item that only the new side has. */
  | 'extra'
  | 'type'
  | 'value'
  /** The same items in another order. */
  | 'order'
  | 'redirect'
  /** A response that cannot be compared. */
  | 'html'
  | 'invalid-json'
  | 'too-deep'
  | 'unreadable'
  /** The rest of the response was not compared. */
  | 'too-many';

export interface Difference {
  readonly kind: Kind;
  /** JSON Pointer in the body, the name of a header, or `status`. Empty for the whole response. */
  readonly pointer: string;
  /** The pointer with `*` for each index, by which differences are counted. */
  readonly pattern: string;
  readonly old?: unknown;
  readonly new?: unknown;
  /** The objects that have the key. */
  readonly parents?: { readonly old: unknown; readonly new: unknown };
}

export interface Comparing {
  /** For values that are neither objects nor lists. `key`: the last key of the pointer that is no index. */
  readonly isSame: (values: { readonly old: unknown; readonly new: unknown }, key: string) => boolean;
  /** Gets the pattern of each pair of values that is compared. */
  readonly onValue?: (pattern: string) => void;
}

interface Place {
  readonly pointer: string;
  readonly pattern: string;
  /** The last key that is no index. */
  readonly key: string;
  readonly parents?: Difference['parents'];
}

type JsonObject = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** RFC 6901 */
const token = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const below = ({ pointer, pattern }: Place, key: string, parents: Difference['parents']): Place => ({
  pointer: `${pointer}/${token(key)}`,
  pattern: `${pattern}/${token(key)}`,
  key,
  ...(parents && { parents }),
});

const at = (place: Place, index: number): Place => ({
  ...place,
  pointer: `${place.pointer}/${index}`,
  pattern: `${place.pattern}/*`,
});

const found = (
  { pointer, pattern, parents }: Place,
  kind: Kind,
  values: Pick<Difference, 'old' | 'new'>,
): Difference => ({
  kind,
  pointer,
  pattern,
  ...values,
  ...(parents && { parents }),
});

export function* differencesOf(
  old: unknown,
  now: unknown,
  comparing: Comparing,
  place: Place = { pointer: '', pattern: '', key: '' },
): Generator<Difference> {
  if (Array.isArray(old) && Array.isArray(now)) yield* inLists(old, now, comparing, place);
  else if (isObject(old) && isObject(now)) yield* inObjects(old, now, comparing, place);
  else {
    comparing.onValue?.(place.pattern);
    if (typeOf(old) !== typeOf(now)) yield found(place, 'type', { old, new: now });
    else if (!comparing.isSame({ old, new: now }, place.key)) yield found(place, 'value', { old, new: now });
  }
}

function* inObjects(old: JsonObject, now: JsonObject, comparing: Comparing, place: Place): Generator<Difference> {
  const parents = { old, new: now };
  for (const [key, value] of Object.entries(old)) {
    const inner = below(place, key, parents);
    if (Object.hasOwn(now, key)) yield* differencesOf(value, now[key], comparing, inner);
    else yield found(inner, 'missing', { old: value });
  }
  for (const [key, value] of Object.entries(now)) {
    if (!Object.hasOwn(old, key)) yield found(below(place, key, parents), 'extra', { new: value });
  }
}

function* inLists(
  old: readonly unknown[],
  now: readonly unknown[],
  comparing: Comparing,
  place: Place,
): Generator<Difference> {
  if (old.length + now.length === 0) comparing.onValue?.(place.pattern);
  const ids = [idsOf(old), idsOf(now)] as const;
  if (ids[0] && ids[1]) {
    yield* inRecords(old, now, ids[0], ids[1], comparing, place);
    return;
  }
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    const inner = at(place, index);
    if (index >= now.length) yield found(inner, 'missing', { old: old[index] });
    else if (index >= old.length) yield found(inner, 'extra', { new: now[index] });
    else yield* differencesOf(old[index], now[index], comparing, inner);
  }
}

/** Indexes by ID; undefined unless every item is a record with an ID of its own. An empty list has no records. */
function idsOf(list: readonly unknown[]): ReadonlyMap<unknown, number> | undefined {
  const indexes = new Map<unknown, number>();
  for (const [index, item] of list.entries()) {
    if (!isObject(item) || !/^(number|string)$/.test(typeof item.id) || indexes.has(item.id)) return undefined;
    indexes.set(item.id, index);
  }
  return indexes;
}

/** Records are compared by ID: one that is missing does not make all others different. */
function* inRecords(
  old: readonly unknown[],
  now: readonly unknown[],
  oldIds: ReadonlyMap<unknown, number>,
  newIds: ReadonlyMap<unknown, number>,
  comparing: Comparing,
  place: Place,
): Generator<Difference> {
  for (const [id, index] of oldIds) {
    const other = newIds.get(id);
    if (other === undefined) yield found(at(place, index), 'missing', { old: old[index] });
    else yield* differencesOf(old[index], now[other], comparing, at(place, index));
  }
  for (const [id, index] of newIds) {
    if (!oldIds.has(id)) yield found(at(place, index), 'extra', { new: now[index] });
  }
  const common = [...oldIds.keys()].filter((id) => newIds.has(id));
  const order = [...newIds.keys()].filter((id) => oldIds.has(id));
  if (common.some((id, index) => id !== order[index])) yield found(place, 'order', { old: common, new: order });
}
