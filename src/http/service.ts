// What the HTTP layer is handed: the parts of the running service, put together elsewhere.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Throttle } from '../auth/throttle.js';
import type { Endpoint } from '../contract/endpoint.js';
import type { Call, Profile, Site } from '../core/call.js';
import type { Registry } from '../core/resource.js';
import type { Store } from '../core/store.js';

export interface Service {
  readonly store: Store;
  readonly registry: Registry;
  readonly endpoints: readonly Endpoint[];
  readonly profiles: readonly Profile[];
  readonly site: Site;
  readonly trustProxy: boolean;
  /** Origins that may send credentials; `*` alone means everyone, without credentials. */
  readonly corsOrigins: readonly string[];
  readonly metricsToken: string;
  readonly logLevel: string;
  /** Failed sign-ins and event passwords, and changes by one user. */
  readonly failures: Throttle;
  readonly writes: Throttle;
  readonly now: () => string;
  readonly openapi: (call: Call) => unknown;
  /** What is served beside the mounts: probes, pages, documentation. */
  readonly extras: readonly ((app: FastifyInstance, service: Service) => void)[];
}

/** The site as this reader sees it. A host that is no host leaves the site's own address. */
export function siteOf({ site, trustProxy }: Service, request: FastifyRequest): Site {
  if (!trustProxy) return site;
  const baseUrl = `${request.protocol}://${request.host}`;
  return /^[\w.:[\]-]+$/.test(request.host) && URL.canParse(baseUrl) ? { ...site, baseUrl } : site;
}
