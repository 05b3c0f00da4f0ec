// The dependencies of the HTTP layer; `app.ts` puts them together.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { OidcClient } from '../auth/oidc.js';
import type { RoleRules } from '../auth/oidc-role.js';
import type { ResponseCache } from '../cache/responses.js';
import type { CacheStats } from '../cache/stats.js';
import type { DrawCard } from '../core/card.js';
import type { RequestContext, SlowServices } from '../core/context.js';
import type { HealthReport } from '../core/doctor.js';
import type { Facade } from '../core/facade.js';
import type { FoundPlace } from '../core/geo.js';
import type { Delivery, Mail, MailSettings } from '../core/mail.js';
import type { Registry } from '../core/model.js';
import type { Pictures } from '../core/picture.js';
import type { LiveSite, Site } from '../core/site.js';
import type { Store } from '../core/store.js';
import { parseUrl } from '../core/text/parse-url.js';
import type { Throttle } from '../core/throttle.js';
import type { FetchFile } from '../imports/files.js';
import type { SubscriptionContext } from '../imports/subscription.js';
import type { WebhookParts } from '../webhooks/parts.js';
import type { Background } from './background.js';
import type { CachedResponse } from './cached-response.js';
import type { ChangesPage, RepeatedResponses } from './changes/changes-page.js';
import type { ListPosition } from './changes/list-position.js';
import type { SharedReads } from './changes/shared-reads.js';
import type { SyncTokens } from './changes/tokens.js';
import type { Waiters } from './changes/waiters.js';
import type { FeedFiles } from './feed-files.js';
import type { PreviewTokens } from './preview-tokens.js';
import type { RequestMetrics } from './request-metrics.js';
import type { Timeouts } from './timeouts.js';
import type { Usage } from './usage.js';

/** Bytes of a request body without files. */
export const bodyLimit = 1_048_576;

/** Sign-in by an OpenID Connect provider. */
export interface Oidc {
  /** Name of the provider on the sign-in page. */
  readonly name: string;
  readonly client: OidcClient;
  readonly roles: RoleRules;
  /** Limits the sign-ins that an IP address starts. */
  readonly limiter: Throttle;
}

export interface Service {
  readonly store: Store;
  readonly pictures: Pictures;
  /** Draws the pictures of link previews. */
  readonly drawCard: DrawCard;
  /** Requests to public addresses only. */
  readonly request: SubscriptionContext['request'];
  /** What sending webhooks needs. */
  readonly webhooks: WebhookParts;
  /** Encrypts the secrets of webhooks. */
  readonly vault: SlowServices['vault'];
  readonly allowsWebhook: SlowServices['allowsWebhook'];
  readonly registry: Registry;
  /** In the order of mounting; the first is the native one. */
  readonly facades: readonly [Facade, ...Facade[]];
  /** Not read once at the start: settings change while the service runs. */
  readonly liveSite: LiveSite;
  /** Take the client's IP from forwarded headers; `trustsForwardedHost`: the site's base URL as well. */
  readonly trustProxy: boolean;
  readonly trustsForwardedHost: boolean;
  /** Origins that may send credentials; `*` allows every origin, without credentials. */
  readonly corsOrigins: readonly string[];
  /** Pages may load images of other sites that a text links to. */
  readonly externalImages: boolean;
  readonly metricsToken: string;
  /** With several processes: the aggregated metrics of all of them. */
  readonly collectMetrics?: () => Promise<string>;
  readonly logLevel: string;
  readonly timeouts: Timeouts;
  /** Limits failed sign-ins and failed event passwords. */
  readonly signInLimiter: Throttle;
  /** Limits wrong set-up codes of all callers together. */
  readonly setupLimiter: Throttle;
  /** Loads the demo calendar; resolves to the number of events, or to undefined if there are events already. */
  readonly loadDemo: (context: RequestContext) => Promise<number | undefined>;
  /** Limits wrong codes of a second factor. */
  readonly secondFactorLimiter: Throttle;
  /** Absent without an OpenID Connect provider. */
  readonly oidc?: Oidc;
  /** Limits requests for password links: of one client, for one user, and of all together. */
  readonly passwordRequestLimiters: { readonly ip: Throttle; readonly user: Throttle; readonly all: Throttle };
  /** Absent without a geocoder. */
  readonly geocoder?: {
    readonly search: (address: string) => Promise<readonly FoundPlace[]>;
    readonly limiter: Throttle;
  };
  /** Fetches a file from a public URL. */
  readonly fetchFile: FetchFile;
  /** Limits the writes of one user. */
  readonly writeLimiter: Throttle;
  /** Without mail, links for users are shown to administrators instead. */
  readonly mail: {
    readonly isOn: () => boolean;
    /** Mail is on, and the public URL of the site is known. */
    readonly sendsLinks: () => boolean;
    readonly settings: () => Promise<MailSettings>;
    /** Without the queue, for a caller who waits for the result. */
    readonly sendNow: (mail: Mail) => Promise<Delivery>;
    /** Limits such mails of one user. */
    readonly testLimiter: Throttle;
  };
  /** Limits submitted events: of one IP address with a proof of work and without, and of all together. The last two limit forms
   * with a picture before they are read. */
  readonly submissionLimiters: Readonly<
    Record<'perClient' | 'withoutProof' | 'total' | 'pictures' | 'allPictures', Throttle>
  >;
  /** Absent when the response cache is off. */
  readonly cache?: ResponseCache<CachedResponse>;
  /** Clients that follow changes. */
  readonly syncTokens: SyncTokens;
  readonly listPosition: ListPosition;
  readonly previewTokens: PreviewTokens;
  readonly waiters: Waiters;
  readonly sharedReads: SharedReads<ChangesPage>;
  readonly repeatedResponses: RepeatedResponses;
  /** Anonymous reads may be served by a replica. */
  readonly readsReplicas: boolean;
  readonly cacheStats: CacheStats;
  readonly requestMetrics: RequestMetrics;
  readonly usage: Usage;
  /** The checks of `doctor`; absent outside the `serve` command. */
  readonly checkHealth?: (now: string) => Promise<HealthReport>;
  readonly background: Background;
  readonly feedFiles: FeedFiles;
  /** Of exports and of the results of imports. */
  readonly transferFiles: FeedFiles;
  readonly now: () => string;
  /** Routes outside the mounts: probes, pages, documentation. */
  readonly plugins: readonly ((app: FastifyInstance, service: Service) => void)[];
}

/** The site, with the base URL of this request where it is taken from forwarded headers. */
export function siteOf(service: Service, request: Pick<IncomingMessage, 'headers'>): Site {
  const { liveSite, trustsForwardedHost } = service;
  const site = liveSite.current();
  return trustsForwardedHost ? { ...site, baseUrl: siteUrlOf(service, request.headers) } : site;
}

/**
 * The base URL from the headers of a trusted proxy. An empty header counts as absent; of several values the first counts,
 * which the proxy nearest to the client has set. Anything but http or https and a well-formed host gives the configured
 * base URL.
 */
export function siteUrlOf({ liveSite }: Pick<Service, 'liveSite'>, headers: IncomingHttpHeaders): string {
  const scheme = firstOf(headers['x-forwarded-proto']) || 'http';
  const host = firstOf(headers['x-forwarded-host']) || (headers.host ?? '');
  const url = `${scheme}://${host}`.toLowerCase();
  return url.length <= maxSiteUrlLength && siteUrlSyntax.test(url) && parseUrl(url) ? url : liveSite.current().baseUrl;
}

const maxSiteUrlLength = 300;

/** A host name, an IPv4 address or an IPv6 address in brackets, optionally with a port. */
const siteUrlSyntax = /^https?:\/\/(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/;

function firstOf(header: string | readonly string[] | undefined): string {
  const text = typeof header === 'string' ? header : (header?.[0] ?? '');
  const end = text.indexOf(',');
  return (end < 0 ? text : text.slice(0, end)).trim();
}
