// ETags of the records that were read: a change of such a record is refused if someone else changed it since.

/** A record as a response returned it, or its ID. */
export type RecordOrId = number | { readonly id: number };

export interface Etags {
  /** Returns the record. */
  readonly keep: <T>(record: T, headers: Headers) => T;
  /** Undefined for an ID, and for records of lists without `_versions`. */
  readonly of: (record: RecordOrId) => string | undefined;
}

export const idOf = (record: RecordOrId): number => (typeof record === 'number' ? record : record.id);

export function openEtags(): Etags {
  const known = new WeakMap<object, string>();
  return {
    keep: (record, headers) => {
      const etag = headers.get('etag');
      if (etag && typeof record === 'object' && record !== null) known.set(record, etag);
      return record;
    },
    of: (record) => {
      if (typeof record === 'number') return undefined;
      const { _version } = record as { readonly _version?: unknown };
      return known.get(record) ?? (typeof _version === 'string' ? _version : undefined);
    },
  };
}
