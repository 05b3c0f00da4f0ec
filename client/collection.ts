// The five operations of a resource, and a loop over all records of a list.
import { AlmanacError } from './error.js';
import { type Etags, idOf, type RecordOrId } from './etags.js';
import type {
  CreateQuery,
  ExternalName,
  Input,
  ListQuery,
  Page,
  ReadQuery,
  RecordOf,
  RemoveQuery,
  ResourceName,
  Update,
  UpdateQuery,
} from './operations.js';
import { newKey, type Send } from './transport.js';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Collection<R extends ResourceName> {
  /** One page of a list. */
  readonly list: (query?: ListQuery<R>, options?: CallOptions) => Promise<Page<R>>;
  /** All records of a list, page by page. */
  readonly all: (query?: Omit<ListQuery<R>, 'page'>, options?: CallOptions) => AsyncGenerator<RecordOf<R>, void>;
  readonly read: (id: number, query?: ReadQuery<R>, options?: CallOptions) => Promise<RecordOf<R>>;
  /** Creates one record, however often the request must be repeated. */
  readonly create: (body: Input<R> | FormData, query?: CreateQuery<R>, options?: CallOptions) => Promise<RecordOf<R>>;
  /** Changes these fields. Given a record that was read, it fails with status 412 if someone else changed it since. */
  readonly update: (
    record: RecordOrId,
    body: Update<R>,
    query?: UpdateQuery<R>,
    options?: CallOptions,
  ) => Promise<RecordOf<R>>;
  /** Moves it to the trash, or removes it permanently where there is no trash. */
  readonly remove: (record: RecordOrId, query?: RemoveQuery<R>, options?: CallOptions) => Promise<void>;
}

export interface ExternalCollection<R extends ExternalName> extends Collection<R> {
  /** Creates the record with this ID of another system, or updates it. */
  readonly upsert: (
    external: { readonly source: string; readonly external_id: string },
    body: Update<R>,
    options?: CallOptions,
  ) => Promise<RecordOf<R>>;
}

const maxPerPage = 100;

export function collectionAt<R extends ExternalName>(send: Send, etags: Etags, name: R): ExternalCollection<R> {
  const path = `/${name}`;
  const recordPath = (record: RecordOrId) => `${path}/${idOf(record)}`;
  const list: Collection<R>['list'] = async (query, options) =>
    (await send({ method: 'GET', path, query, ...options })).body as Page<R>;

  async function* all(query: object = {}, options?: CallOptions): AsyncGenerator<RecordOf<R>, void> {
    let seen = new Set<unknown>();
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await list({ per_page: maxPerPage, ...query, page } as ListQuery<R>, options).catch((error) => {
        // The list became shorter.
        if (page > 1 && error instanceof AlmanacError && error.status === 404) return undefined;
        throw error;
      });
      if (!found) return;
      const { total_pages, [name]: records } = found as { total_pages: number } & Record<R, readonly { id?: number }[]>;
      pages = total_pages;
      // A new record moves others to the next page.
      const fresh = records.filter(({ id }) => id === undefined || !seen.has(id));
      seen = new Set(records.map(({ id }) => id));
      yield* fresh as unknown as readonly RecordOf<R>[];
    }
  }

  /** As POST also for updates: only a POST can have a key. */
  async function write(method: 'POST' | 'PUT', at: string, more: object, etag?: string): Promise<RecordOf<R>> {
    const headers = {
      ...(method === 'POST' && { 'Idempotency-Key': newKey() }),
      ...(etag !== undefined && { 'If-Match': etag }),
    };
    const { body, headers: received } = await send({ method, path: at, headers, ...more });
    return etags.keep(body as RecordOf<R>, received);
  }

  return {
    list,
    all,
    read: async (id, query, options) => {
      const { body, headers } = await send({ method: 'GET', path: recordPath(id), query, ...options });
      return etags.keep(body as RecordOf<R>, headers);
    },
    create: (body, query, options) => write('POST', path, { body, query, ...options }),
    update: (record, body, query, options) =>
      write('POST', recordPath(record), { body, query, ...options }, etags.of(record)),
    upsert: ({ source, external_id }, body, options) =>
      write('PUT', `${path}/by-external/${encodeURIComponent(source)}/${encodeURIComponent(external_id)}`, {
        body,
        ...options,
      }),
    remove: async (record, query, options) => {
      const etag = etags.of(record);
      const headers = etag === undefined ? {} : { 'If-Match': etag };
      await send({ method: 'DELETE', path: recordPath(record), query, headers, ...options });
    },
  };
}
