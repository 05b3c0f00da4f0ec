// What the HTTP layer is handed: the parts of the running service, put together elsewhere.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Surface } from '../contract/endpoint.js';
import type { Call, Profile, Site } from '../core/call.js';
import type { Pictures } from '../core/picture.js';
import type { Registry } from '../core/resource.js';
import type { Store } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import type { Cache } from './cache/cache.js';
import type { Counts } from './cache/counts.js';

/** Bytes of a request's body, where no file is sent. */
export const bodyLimit = 1_048_576;

export interface Service {
  readonly store: Store;
  readonly pictures: Pictures;
  readonly registry: Registry;
  readonly profiles: readonly Profile[];
  /** What the drop-in mount has beside itself. */
  readonly habits?: Surface;
  readonly site: Site;
  /** Believe the forwarded headers of a proxy; and take the public address from them, too. */
  readonly trustProxy: boolean;
  readonly followsHost: boolean;
  /** Origins that may send credentials; `*` alone means everyone, without credentials. */
  readonly corsOrigins: readonly string[];
  readonly metricsToken: string;
  /** Where several processes serve: the measurements of all of them. */
  readonly gather?: () => Promise<string>;
  readonly logLevel: string;
  /** Failed sign-ins and event passwords, and changes by one user. */
  readonly failures: Throttle;
  readonly writes: Throttle;
  /** Finished answers; absent when they are not kept. */
  readonly cache?: Cache;
  readonly counts: Counts;
  readonly now: () => string;
  readonly openapi: (call: Call) => unknown;
  /** What is served beside the mounts: probes, pages, documentation. */
  readonly extras: readonly ((app: FastifyInstance, service: Service) => void)[];
}

/** The site as this reader sees it. A host that is no host leaves the site's own address. */
export function siteOf({ site, followsHost }: Service, request: FastifyRequest): Site {
  if (!followsHost) return site;
  const baseUrl = `${request.protocol}://${request.host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(baseUrl) && URL.canParse(baseUrl) ? { ...site, baseUrl } : site;
}
