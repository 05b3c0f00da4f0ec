// Collects changes for one request. A change can refer to the record of an earlier one, which does not exist yet.
import { type Etags, idOf, type RecordOrId } from './etags.js';
import type { BatchResult, ExternalName, Input, Update } from './operations.js';
import { newKey, type Send } from './transport.js';

/** The record that an earlier operation of the batch creates or changes. */
export class Reference {
  /** `$<name>.id` in paths and bodies. */
  readonly text: string;

  constructor(readonly name: string) {
    this.text = `$${name}.id`;
  }
}

/** The same values, with references anywhere. */
export type Referring<T> =
  | Reference
  | (T extends readonly (infer Item)[]
      ? readonly Referring<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: Referring<T[K]> }
        : T);

type Target = RecordOrId | Reference;

export interface BatchOptions {
  /** `false`: each operation succeeds or fails on its own. Default: all or none. */
  readonly atomic?: boolean;
  /** Returns the results without saving anything. */
  readonly dry_run?: boolean;
  /** Properties of the records in the results, separated by commas. */
  readonly _fields?: string;
  readonly signal?: AbortSignal;
}

export interface Batch {
  readonly create: <R extends ExternalName>(resource: R, body: Referring<Input<R>>) => Reference;
  readonly update: <R extends ExternalName>(resource: R, record: Target, body: Referring<Update<R>>) => Reference;
  /** Creates or updates the record with the `source` and the `external_id` of the body. */
  readonly upsert: <R extends ExternalName>(resource: R, body: Referring<Input<R>>) => Reference;
  readonly remove: (resource: ExternalName, record: Target) => void;
  /** Sends up to 500 operations, in their order. */
  readonly run: (options?: BatchOptions) => Promise<BatchResult>;
}

/** Text of the caller that looks like a reference. */
const looksLikeReference = /^\$[A-Za-z_][\w-]*\.id$/;

function writtenValue(value: unknown): unknown {
  if (value instanceof Reference) return value.text;
  if (typeof value === 'string') return looksLikeReference.test(value) ? `$${value}` : value;
  if (Array.isArray(value)) return value.map(writtenValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, writtenValue(inner)]));
}

export function openBatch(send: Send, etags: Etags): Batch {
  const operations: object[] = [];
  const add = (method: string, path: string, more: object): Reference => {
    const reference = new Reference(`op${operations.length}`);
    operations.push({ method, path, ref: reference.name, ...more });
    return reference;
  };
  const recordPath = (resource: string, record: Target) =>
    `/${resource}/${record instanceof Reference ? record.text : idOf(record)}`;
  const condition = (record: Target) => {
    const etag = record instanceof Reference ? undefined : etags.of(record);
    return etag === undefined ? {} : { if_match: etag };
  };
  return {
    create: (resource, body) => add('POST', `/${resource}`, { body: writtenValue(body) }),
    update: (resource, record, body) =>
      add('PATCH', recordPath(resource, record), { body: writtenValue(body), ...condition(record) }),
    upsert: (resource, body) => add('UPSERT', `/${resource}`, { body: writtenValue(body) }),
    remove: (resource, record) => {
      add('DELETE', recordPath(resource, record), condition(record));
    },
    run: async ({ signal, ...options } = {}) => {
      const headers = { 'Idempotency-Key': newKey() };
      const body = { operations, ...options };
      return (await send({ method: 'POST', path: '/batch', body, headers, signal })).body as BatchResult;
    },
  };
}
