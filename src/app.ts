// Composition root: configuration → store → service → server. The only file that imports all parts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openOidcClient } from './auth/oidc.js';
import { secretsFor } from './auth/secrets.js';
import { openVault } from './auth/vault.js';
import { openResponseCache } from './cache/responses.js';
import { openCacheStats } from './cache/stats.js';
import { openTotals } from './cache/totals.js';
import type { Config } from './config.js';
import { type Actor, operator } from './core/actor.js';
import { type RequestContext, withAfterCommit } from './core/context.js';
import { senderOf } from './core/mail.js';
import type { Registry } from './core/model.js';
import { packageFile } from './core/shipped.js';
import { type LiveSite, type Site, standard } from './core/site.js';
import type { Store } from './core/store.js';
import { serverOf, serverSettingsOf } from './core/text/smtp-url.js';
import { type Throttle, unlimited } from './core/throttle.js';
import { currentTime } from './core/time/clock.js';
import { loadDemo } from './demo/load.js';
import { facadesOf } from './endpoints/facades.js';
import { followedPaths } from './facades/events/changes.js';
import { openBackground } from './http/background.js';
import { openRepeatedResponses } from './http/changes/changes-page.js';
import { openListPosition } from './http/changes/list-position.js';
import { openSharedReads } from './http/changes/shared-reads.js';
import { openSyncTokens, scopeOf } from './http/changes/tokens.js';
import { openWaiters } from './http/changes/waiters.js';
import { feedFileLimits, openFeedFiles } from './http/feed-files.js';
import { openPreviewTokens } from './http/preview-tokens.js';
import { probes } from './http/probes.js';
import { openRequestMetrics } from './http/request-metrics.js';
import { buildServer } from './http/server.js';
import type { Service } from './http/service.js';
import { defaultTimeouts } from './http/timeouts.js';
import { openUsage } from './http/usage.js';
import { fileFetcher } from './imports/files.js';
import { geocoderRate } from './jobs/geocode.js';
import { type Jobs, openJobs } from './jobs/runner.js';
import { mcpEndpoint } from './mcp/http.js';
import { openCards } from './media/cards.js';
import { openFolder } from './media/folder.js';
import { openPictures } from './media/pictures.js';
import { openBucket } from './media/s3.js';
import { parseS3Url } from './media/s3-url.js';
import { serveFiles } from './media/serve.js';
import type { MediaStore } from './media/store.js';
import { registry } from './models/registry.js';
import { insertSettings, openLiveSite, readMailServer, readSettings } from './models/settings/live.js';
import { inNetworks, isPublic } from './net/addresses.js';
import { type Options as FetchOptions, guardedFetch, guardedRequest, openGuardedClient } from './net/fetch.js';
import { searchPlaces } from './net/nominatim.js';
import { sendMail } from './net/smtp.js';
import { isWebhookUrl, webhookGuard } from './net/webhook-url.js';
import { reindexOnLanguageChange } from './operations/languages.js';
import { fixUidHost } from './operations/uid-host.js';
import { assetFiles } from './pages/assets.js';
import { calendarPages } from './pages/calendar.js';
import { consolePages } from './pages/console.js';
import { docsPages } from './pages/docs/docs.js';
import { eventCards } from './pages/event-cards.js';
import { iconFiles } from './pages/icon.js';
import { oembedEndpoint } from './pages/oembed.js';
import { oidcPages } from './pages/oidc.js';
import { sitemapFiles } from './pages/sitemap.js';
import { submitPages } from './pages/submit.js';
import { openLimiters } from './rate-limits.js';
import { jobsOf } from './service-jobs.js';
import { refuseUnfinished } from './storage/copy/ledger.js';
import type { Engine } from './storage/engine.js';
import { openEmbedded } from './storage/engines/embedded/engine.js';
import { openPostgres } from './storage/engines/postgres/engine.js';
import { type Migrated, migrate } from './storage/migrate.js';
import { discardForeignNumbers } from './storage/positions/epoch.js';
import { openStore } from './storage/store.js';

export const version = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

export const now = currentTime;

export const databaseFile = ({ data }: Pick<Config, 'data'>): string => join(data, 'almanac.db');

/** Opens the store and migrates it to the newest schema, which is reported. Tests pass their own `models`. */
export async function openDatabase(
  config: Config,
  models: Registry = registry,
  report: (migrated: Migrated) => void = () => undefined,
): Promise<Store> {
  const engine = openEngine(config);
  try {
    await refuseUnfinished(engine);
    report(await migrate(engine));
    await discardForeignNumbers(engine);
  } catch (error) {
    // Idle connections would keep the process alive.
    await engine.close();
    throw error;
  }
  const store = openStore(engine, models, config.cache ? { totals: openTotals(models) } : {});
  await insertSettings(store);
  return store;
}

/** The storage of image files: a local folder or an S3 bucket. */
export const openFiles = ({ media, data }: Pick<Config, 'media' | 'data'>): MediaStore =>
  media === '' ? openFolder(join(data, 'media')) : openBucket(parseS3Url(media));

type DatabaseConfig = Pick<
  Config,
  'data' | 'databaseUrl' | 'databaseReplicas' | 'databaseConnections' | 'databasePooler'
>;

export const openEngine = (config: DatabaseConfig): Engine =>
  config.databaseUrl === ''
    ? openEmbedded(databaseFile(config))
    : openPostgres({
        url: config.databaseUrl,
        replicas: config.databaseReplicas,
        connections: config.databaseConnections,
        hasPooler: config.databasePooler,
      });

/** For maintenance commands. */
export function openWithoutMigrating(config: DatabaseConfig): { engine: Engine; store: Store; registry: Registry } {
  const engine = openEngine(config);
  return { engine, store: openStore(engine, registry), registry };
}

export const siteOf = (config: Config, baseUrl: string, uidHost: string): Site => ({
  ...standard,
  name: config.siteName,
  locked: config.locked,
  baseUrl,
  uidHost,
  zone: config.timezone,
  perPage: 10,
  version,
  languages: config.languages,
  maps: { ...standard.maps, tiles: config.mapTiles, attribution: config.mapAttribution, link: config.mapLink },
  geolocation: config.geolocation,
  tickets: config.tickets,
  recurrence: config.recurrence,
  recurrenceMonths: config.recurrenceMonths,
  assistantWrites: config.mcpWrites,
});

const maxFoundPlaces = 5;

const geocoderOf = ({ geocoder: url, geolocation }: Config, store: Store): Pick<Service, 'geocoder'> =>
  url && geolocation
    ? {
        geocoder: {
          search: (address) => searchPlaces(address, { url, agent: `Almanac/${version}` }, maxFoundPlaces),
          limiter: store.throttle(geocoderRate),
        },
      }
    : {};

/** The one place where the settings of mail are read: from the environment, else from the store. */
function mailOf(
  { smtpUrl, locked }: Config,
  store: Store,
  { current }: LiveSite,
  testLimiter: Throttle,
): Service['mail'] {
  const isOn = () => current().mail.isOn;
  const isLocked = 'smtp_url' in locked;
  const settings = async () => ({
    server: isLocked ? serverOf(serverSettingsOf(smtpUrl)) : await readMailServer(store),
    publicOnly: !isLocked,
    sender: senderOf(current()),
  });
  return {
    isOn,
    sendsLinks: () => isOn() && current().publicUrl !== '',
    settings,
    sendNow: async (mail) => sendMail(await settings(), mail, testMailLimitMs),
    testLimiter,
  };
}

/** Longer than a slow server needs, shorter than the timeout of a reverse proxy. */
const testMailLimitMs = 25_000;

function oidcOf(config: Config, limiter: Throttle): Pick<Service, 'oidc'> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcScopes: scopes } = config;
  if (issuer === '' || clientId === '') return {};
  return {
    oidc: {
      name: config.oidcName,
      client: openOidcClient({ issuer, clientId, clientSecret, scopes }),
      roles: {
        claim: config.oidcRoleClaim,
        mapping: config.oidcRoles,
        defaultRole: config.oidcDefaultRole || undefined,
      },
      limiter,
    },
  };
}

/** Webhooks reach public addresses, and the networks that the operator names. */
function webhookReach({ webhookAllow }: Config, { allow = isPublic, ...options }: FetchOptions = {}): FetchOptions {
  const isNamed = inNetworks(webhookAllow);
  return { ...options, allow: (address) => allow(address) || isNamed(address) };
}

function webhooksOf(config: Config, store: Store, { current }: LiveSite, options: FetchOptions) {
  const reach = webhookReach(config, options);
  const isTarget = isWebhookUrl(config.webhookHttp);
  const tokens = openSyncTokens(store);
  const vault = vaultOf(config);
  return {
    vault,
    allowsWebhook: webhookGuard(isTarget, reach),
    webhooks: {
      openClient: (connections) => openGuardedClient(connections, reach),
      isTarget,
      vault,
      sendsMail: () => current().mail.isOn,
      changeToken: (position, call, filters) =>
        tokens.make(position, scopeOf(call, followedPaths(call.facade), filters)),
    },
  } satisfies Pick<Service, 'vault' | 'allowsWebhook' | 'webhooks'>;
}

/** Several machines may share a PostgreSQL database, so that a file on one of them is no place for its key. */
const vaultOf = ({ secret, data, databaseUrl }: Config) =>
  openVault({ secret, ...(databaseUrl === '' && { keyFile: join(data, 'secret.key') }) });

export function createService(
  config: Config,
  store: Store,
  liveSite: LiveSite,
  fetchOptions: FetchOptions = {},
  models: Registry = registry,
): Service {
  const files = openFiles(config);
  const facades = facadesOf(config);
  const { oidcLimiter, testMailLimiter, ...limiters } = openLimiters(config, store);
  return {
    store,
    pictures: openPictures(files, guardedFetch(fetchOptions)),
    drawCard: openCards(),
    request: guardedRequest(fetchOptions),
    ...webhooksOf(config, store, liveSite, fetchOptions),
    registry: models,
    facades,
    liveSite,
    trustProxy: config.trustProxy,
    trustsForwardedHost: config.trustProxy && config.baseUrl === '',
    corsOrigins: config.corsOrigins,
    externalImages: config.externalImages,
    metricsToken: config.metricsToken,
    logLevel: config.logLevel,
    timeouts: defaultTimeouts,
    ...limiters,
    loadDemo: async (context) => (await loadDemo(store, context, false))?.events,
    ...oidcOf(config, oidcLimiter),
    ...geocoderOf(config, store),
    fetchFile: fileFetcher(guardedFetch(fetchOptions)),
    mail: mailOf(config, store, liveSite, testMailLimiter),
    ...(config.cache && { cache: openResponseCache(store, models, config.cacheBytes) }),
    syncTokens: openSyncTokens(store),
    listPosition: openListPosition(store),
    previewTokens: openPreviewTokens(store),
    waiters: openWaiters(store.positions),
    sharedReads: openSharedReads(),
    repeatedResponses: openRepeatedResponses(),
    readsReplicas: config.databaseReplicas.length > 0,
    cacheStats: openCacheStats(),
    requestMetrics: openRequestMetrics(),
    usage: openUsage(facades),
    background: openBackground(),
    feedFiles: openFeedFiles(),
    transferFiles: openFeedFiles({ ...feedFileLimits, maxGenerating: 1, maxQueued: 4, idleMs: 0 }),
    now,
    plugins: [
      probes,
      mcpEndpoint,
      submitPages,
      calendarPages,
      iconFiles,
      oembedEndpoint,
      eventCards,
      sitemapFiles,
      consolePages,
      oidcPages,
      docsPages,
      assetFiles,
      serveFiles(files),
    ],
  };
}

/** The context of command-line tools: the same rules as over HTTP, without a request and without rate limits. Only tools that
 * write feeds need the host of UIDs (`fixUidHost`). */
export const contextOf = (config: Config, store: Store, actor: Actor, uidHost = ''): RequestContext => ({
  store,
  registry,
  call: { actor, facade: facadesOf(config)[0], site: siteOf(config, config.baseUrl, uidHost), now: now() },
  ...withAfterCommit({
    secrets: secretsFor(unlimited, 'local'),
    pictures: openPictures(openFiles(config), guardedFetch()),
    vault: vaultOf(config),
    allowsWebhook: webhookGuard(isWebhookUrl(config.webhookHttp), webhookReach(config)),
  }),
});

/** With the settings that are stored. */
export async function contextWithSettings(...parts: Parameters<typeof contextOf>): Promise<RequestContext> {
  const context = contextOf(...parts);
  const { call, store } = context;
  return { ...context, call: { ...call, site: { ...call.site, ...(await readSettings(store, call.site.locked)) } } };
}

function openJobsFor(app: FastifyInstance, service: Service, config: Config): Jobs {
  const { store, registry, liveSite, facades, pictures, vault, allowsWebhook } = service;
  const call = () => ({ actor: operator, facade: facades[0], site: liveSite.current(), now: service.now() });
  const services = { secrets: secretsFor(unlimited, 'local'), pictures, vault, allowsWebhook };
  const context = { store, registry, call, refreshSettings: liveSite.refresh, ...withAfterCommit(services) };
  const warn = (text: string) => app.log.warn(text);
  return openJobs(jobsOf(config, service, warn), context, (text, err) => app.log.error({ err }, text));
}

export interface Running {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** Not started yet, so that tests can run single jobs. */
  readonly jobs: Jobs;
  /** The base URL: the configured one, else the one it listens on. */
  readonly url: string;
  readonly listening: string;
  readonly stop: () => Promise<void>;
}

type Overrides = Partial<Pick<Service, 'collectMetrics' | 'checkHealth' | 'registry' | 'facades' | 'timeouts'>>;

/** Imports of requests in flight may go on for so long. They need the rest of the time that a process has to stop. */
const finishImportsMs = 3_000;

/** The service without a server, with the settings of the site. `close` waits until the requests in flight are `answered`, because they
 * read feeds and wait for imports. */
export async function openService(
  config: Config,
  store: Store,
  overrides: Overrides = {},
  fetchOptions: FetchOptions = {},
): Promise<{ readonly service: Service; readonly close: (answered?: Promise<unknown>) => Promise<void> }> {
  const fixed = siteOf(config, config.baseUrl, await fixUidHost(store, config.baseUrl));
  const liveSite = await openLiveSite(store, fixed);
  const service = { ...createService(config, store, liveSite, fetchOptions, overrides.registry), ...overrides };
  await reindexOnLanguageChange(store, service.registry, liveSite.current().languages);
  const { background, feedFiles, transferFiles } = service;
  const close = async (answered: Promise<unknown> = Promise.resolve()) => {
    const soon = Promise.race([answered, sleep(finishImportsMs, undefined, { ref: false })]);
    const closeFiles = () => Promise.all([feedFiles.close(), transferFiles.close()]);
    await Promise.all([soon.then(background.close), answered.then(closeFiles)]);
  };
  return { service, close };
}

export async function startServer(
  config: Config,
  store: Store,
  overrides: Overrides = {},
  fetchOptions: FetchOptions = {},
): Promise<Running> {
  const { service, close } = await openService(config, store, overrides, fetchOptions);
  const { liveSite } = service;
  const app = buildServer(service);
  const address = await app.listen({ host: config.host, port: config.port });
  // With port 0 the URL is known only after listening.
  if (config.baseUrl === '') liveSite.setBaseUrl(address);
  const jobs = openJobsFor(app, service, config);
  const stop = async () => {
    await Promise.all([jobs.stop(), close(app.close())]);
    await service.usage
      .flush(store, service.now())
      .catch((error: unknown) => app.log.error({ err: error }, 'saving the request counters failed'));
  };
  return { app, service, jobs, url: liveSite.current().baseUrl, listening: address, stop };
}
