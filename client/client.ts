// The client of the API, for Node.js and browsers: `import { createClient } from 'almanac/client'`.
import { type Batch, openBatch } from './batch.js';
import { type Collection, collectionAt, type ExternalCollection } from './collection.js';
import { openEtags } from './etags.js';
import { type ChangePage, type FollowOptions, followChanges } from './follow.js';
import type { ExternalName, ResourceName, RouteInput, RouteResult, Routes } from './operations.js';
import { type ClientOptions, transportTo } from './transport.js';

export { type Batch, type BatchOptions, Reference } from './batch.js';
export type { CallOptions, Collection, ExternalCollection } from './collection.js';
export { AlmanacError } from './error.js';
export type { RecordOrId } from './etags.js';
export type { ChangePage, FollowOptions } from './follow.js';
export type * from './generated.js';
export type { Input, ListQuery, Page, RecordOf, ResourceName, Routes, Update } from './operations.js';
export type { Auth, ClientOptions } from './transport.js';
export { verifyWebhook, type WebhookHeaders, type WebhookMessage } from './webhook.js';

type Collections = {
  readonly [R in ResourceName]: R extends ExternalName ? ExternalCollection<R> : Collection<R>;
};

export interface Client extends Collections {
  /** Any other operation: `request('POST /events/{id}/approve', { params: { id: 41 } })`. */
  readonly request: <R extends keyof Routes>(route: R, input: RouteInput<R>) => Promise<RouteResult<R>>;
  readonly batch: () => Batch;
  readonly follow: (options?: FollowOptions) => AsyncGenerator<ChangePage, never>;
}

const names = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'media',
  'users',
  'subscriptions',
  'webhooks',
] as const satisfies readonly ResourceName[];

export function createClient(options: ClientOptions): Client {
  const send = transportTo(options);
  const etags = openEtags();
  const collections = Object.fromEntries(
    names.map((name) => [name, collectionAt(send, etags, name as ExternalName)]),
  ) as unknown as Collections;
  return {
    ...collections,
    request: async (route, input) => {
      const [method = '', path = ''] = route.split(' ');
      const { params = {}, ...more } = input as { readonly params?: Readonly<Record<string, unknown>> };
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
      const { body, headers } = await send({ method, path: filled, ...more });
      return etags.keep(body as RouteResult<typeof route>, headers);
    },
    batch: () => openBatch(send, etags),
    follow: (following = {}) => followChanges(send, following),
  };
}
