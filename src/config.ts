// The table of settings. Values come as text, from flags, the environment or `.env`. docs/configuration.md is
// generated from this table.
import { messageOf } from './core/error.js';
import type { LockedSettings } from './core/site.js';
import { serverSettingsOf } from './core/text/smtp-url.js';
import { isTestRun, lowCostVariable } from './core/work-factors.js';
import {
  baseUrl,
  bucketUrl,
  databaseUrl,
  databaseUrls,
  emailAddress,
  encryptionSecret,
  flag,
  folder,
  integer,
  languageCodes,
  lineOfText,
  mapTemplate,
  megabytes,
  networks,
  oneOf,
  optionalRole,
  origins,
  pathSegment,
  plainText,
  roleMapping,
  type SettingValue,
  smtpUrl,
  tileTemplate,
  timeZone,
  webUrl,
} from './setting-values.js';

export interface Setting<Value> extends SettingValue<Value> {
  readonly variable: string;
  readonly fallback: string;
  /** One line, shown by `almanac config`. */
  readonly about: string;
  /** Further sentences for docs/configuration.md. */
  readonly details?: string;
  /** Never printed, also not in error messages. */
  readonly secret?: true;
  /** Name of the setting of the site that the variable sets, if it can also be changed in the console. */
  readonly locks?: string;
  /** Further settings of the site that the variable sets, with the values that the console shows. */
  readonly alsoLocks?: (text: string) => Readonly<Record<string, unknown>>;
  /** An empty variable locks nothing, as if it were not set. */
  readonly emptyUnlocks?: true;
  /** An earlier name of the variable. It still works, with a warning. */
  readonly formerly?: string;
}

type Extras = Pick<Setting<unknown>, 'details' | 'secret' | 'locks' | 'alsoLocks' | 'emptyUnlocks' | 'formerly'>;

const setting = <Value>(
  name: string,
  fallback: string,
  value: SettingValue<Value>,
  about: string,
  extras: Extras = {},
): Setting<Value> => ({ ...value, variable: `ALMANAC_${name}`, fallback, about, ...extras });

/** In the order of docs/configuration.md. */
export const sections = {
  Server: {
    host: setting('HOST', '127.0.0.1', plainText('an IP address or a host name'), 'Address to listen on', {
      details: '`0.0.0.0` listens on all network interfaces.',
    }),
    port: setting('PORT', '8080', integer(0, 65_535), 'Port to listen on; 0 picks a free one'),
    healthPort: setting('HEALTH_PORT', '0', integer(0, 65_535), 'Port for health checks only; 0 for none', {
      details:
        'It answers at once also while the service is busy. See [health and metrics](operations.md#health-and-metrics).',
    }),
    baseUrl: setting('BASE_URL', '', baseUrl, 'Public URL of the site; empty uses the listening address', {
      details: 'Links in responses, pages and mails begin with it.',
      locks: 'public_url',
      emptyUnlocks: true,
    }),
    workers: setting('WORKERS', '0', integer(0, 256), 'Number of worker processes; 0 for one per core, at most 4'),
    trustProxy: setting('TRUST_PROXY', 'off', flag, 'Trust X-Forwarded-* headers', {
      details: 'Only behind a proxy that replaces these headers. See [reverse proxy](operations.md#reverse-proxy).',
    }),
    metricsToken: setting('METRICS_TOKEN', '', plainText('any text'), 'Bearer token for /metrics from other machines', {
      secret: true,
      details: 'Without it, `/metrics` answers requests from the same machine only.',
    }),
    logLevel: setting('LOG_LEVEL', 'warn', oneOf('silent', 'error', 'warn', 'info', 'debug'), 'Log level'),
  },
  Data: {
    data: setting('DATA', './data', folder, 'Folder for the embedded database and uploaded images'),
    databaseUrl: setting('DATABASE_URL', '', databaseUrl, 'PostgreSQL URL; empty uses the embedded database', {
      secret: true,
      details: 'Several hosts are allowed for [failover](operations.md#failover).',
    }),
    databaseReplicas: setting(
      'DATABASE_REPLICAS',
      '',
      databaseUrls,
      'PostgreSQL replicas for reads that may be stale',
      {
        secret: true,
        details: 'Only requests without credentials use them. See [replicas](operations.md#replicas).',
      },
    ),
    databaseConnections: setting(
      'DATABASE_CONNECTIONS',
      '10',
      integer(2, 1_000),
      'Maximum number of PostgreSQL connections per process',
    ),
    databasePooler: setting(
      'DATABASE_POOLER',
      'off',
      flag,
      'Connections to PostgreSQL go through a pooler in transaction mode, such as PgBouncer',
      { details: 'Statements are not prepared then. See [a cluster](operations.md#a-cluster).' },
    ),
    media: setting('MEDIA_URL', '', bucketUrl, 'S3 bucket for images; empty stores them in the data folder', {
      secret: true,
      details: 'See [images](operations.md#images).',
    }),
  },
  Site: {
    siteName: setting('SITE_NAME', 'Almanac', lineOfText, 'Name of the site in pages and feeds', { locks: 'name' }),
    timezone: setting('TIMEZONE', 'UTC', timeZone, 'Time zone of the site', {
      details: 'The default of new events, and the zone in which pages decide what “today” is.',
      locks: 'timezone',
    }),
    languages: setting(
      'LANGUAGES',
      '',
      languageCodes,
      'Languages of the content, default first; empty for a single one',
      { locks: 'languages' },
    ),
    geolocation: setting('GEOLOCATION', 'on', flag, 'Coordinates of venues and search by distance'),
    geocoder: setting('GEOCODER_URL', '', webUrl, 'Nominatim-compatible geocoder for venue addresses; empty for none', {
      details: 'See [geocoder](operations.md#geocoder).',
    }),
    tickets: setting('TICKETS', 'on', flag, 'Tickets of events and the ticketed filter'),
    recurrence: setting('RECURRENCE', 'on', flag, 'Recurring events', {
      details: '`off` hides rules and their routes. Stored dates stay, as single events.',
    }),
    recurrenceMonths: setting(
      'RECURRENCE_MONTHS',
      '60',
      integer(25, 1_200),
      'Months ahead for which the dates of an endless rule are created',
    ),
    externalImages: setting('EXTERNAL_IMAGES', 'on', flag, 'Show images from other sites in descriptions'),
    mapTiles: setting(
      'MAP_TILES',
      'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      tileTemplate,
      'URL template of map images; empty for no maps',
      {
        details:
          'Browsers load them after a click on “Show map”, or at once if the settings say so. See [maps](website.md#maps).',
        locks: 'map_tiles',
      },
    ),
    mapAttribution: setting(
      'MAP_ATTRIBUTION',
      '© OpenStreetMap contributors https://www.openstreetmap.org/copyright',
      plainText('any text'),
      'Credit below a map; a URL at its end becomes its link',
      { locks: 'map_attribution' },
    ),
    mapLink: setting('MAP_LINK', '', mapTemplate, 'URL template of links to a map; empty for OpenStreetMap', {
      details: '`{lat}` and `{lng}` are the coordinates of the venue, `{query}` its name and address.',
      locks: 'map_link',
    }),
    trashDays: setting(
      'TRASH_DAYS',
      '30',
      integer(0, 36_500),
      'Days until trashed records are deleted permanently; 0 for never',
    ),
    revisionsDays: setting(
      'REVISIONS_DAYS',
      '365',
      integer(0, 36_500),
      'Days for which the history of records is kept; 0 for ever',
      { details: 'See [revisions](api.md#revisions).' },
    ),
    changesDays: setting(
      'CHANGES_DAYS',
      '90',
      integer(1, 36_500),
      'Days for which deletions are listed among the changes',
      {
        details: 'Clients that were away for longer start again. See [follow changes](api.md#follow-changes).',
      },
    ),
  },
  Webhooks: {
    secret: setting('SECRET', '', encryptionSecret, 'Encrypts the secrets of webhooks; empty uses a key file', {
      secret: true,
      details:
        'Required for webhooks on PostgreSQL, the same for every process. See [keys of webhooks](operations.md#keys-of-webhooks).',
    }),
    webhookHttp: setting('WEBHOOK_HTTP', 'off', flag, 'Allow webhooks to http:// URLs'),
    webhookAllow: setting(
      'WEBHOOK_ALLOW',
      '',
      networks,
      'Private networks that webhooks may reach, separated by commas',
      { details: 'By default webhooks reach public addresses only.' },
    ),
  },
  Mail: {
    smtpUrl: setting('SMTP_URL', '', smtpUrl, 'Mail server, such as smtp://USER:PASSWORD@host:587; empty for no mail', {
      secret: true,
      details: 'See [mail](operations.md#mail).',
      locks: 'smtp_url',
      // Some providers use their key as user name, too.
      alsoLocks: (url) => ({ ...serverSettingsOf(url), mail_user: undefined, mail_password: undefined }),
    }),
    mailFrom: setting(
      'MAIL_FROM',
      '',
      emailAddress,
      'Sender address of mails; empty uses calendar@ and the host name',
      {
        locks: 'mail_from',
      },
    ),
  },
  'Sign-in': {
    oidcIssuer: setting('OIDC_ISSUER', '', webUrl, 'URL of an OpenID Connect provider; empty for none', {
      details: 'Users can then sign in to the console with it. See [OpenID Connect](sign-in.md#openid-connect).',
    }),
    oidcClientId: setting('OIDC_CLIENT_ID', '', plainText('any text'), 'Client ID at the OpenID Connect provider'),
    oidcClientSecret: setting(
      'OIDC_CLIENT_SECRET',
      '',
      plainText('any text'),
      'Client secret; empty for a public client',
      {
        secret: true,
      },
    ),
    oidcName: setting('OIDC_NAME', 'OpenID Connect', lineOfText, 'Name of the provider on the sign-in page'),
    oidcScopes: setting('OIDC_SCOPES', 'openid email profile', lineOfText, 'Scopes to request, separated by spaces'),
    oidcRoleClaim: setting(
      'OIDC_ROLE_CLAIM',
      '',
      plainText('the name of a claim'),
      'Claim with the groups of a user; empty for none',
      {
        details: 'Such as `groups`, or `realm_access.roles` for a property of an object.',
      },
    ),
    oidcRoles: setting('OIDC_ROLES', '', roleMapping, 'Role for each value of the claim', {
      details: 'Applied at every sign-in. Of several roles the highest counts.',
    }),
    oidcDefaultRole: setting(
      'OIDC_DEFAULT_ROLE',
      '',
      optionalRole,
      'Role of users without a mapped one; empty rejects them',
    ),
  },
  API: {
    apiNamespace: setting('API_NAMESPACE', 'cal', pathSegment, 'First part of the native API path', {
      details: '`town` serves the native API at `/town/events/v1`.',
      formerly: 'ALMANAC_BRAND',
    }),
    dropin: setting(
      'DROPIN',
      'on',
      flag,
      'Drop-in API for existing clients at /wp-json/tribe/events/v1, and the URLs of existing links and subscriptions',
    ),
    maxPerPage: setting('MAX_PER_PAGE', '100', integer(1, 1_000), 'Maximum of per_page on the native API'),
    mcpWrites: setting('MCP_WRITES', 'off', flag, 'Let assistants make changes by MCP', {
      locks: 'assistant_writes',
      details: 'Each with the rights of its application password. See [assistants](assistants.md).',
    }),
    mcpPassword: setting(
      'MCP_PASSWORD',
      '',
      plainText('an application password'),
      'Application password of `almanac mcp`; empty reads what the public reads',
      { secret: true },
    ),
    corsOrigins: setting('CORS_ORIGINS', '*', origins, 'Origins that may send credentials; * allows all, without them'),
  },
  'Cache and rate limits': {
    cache: setting('CACHE', 'on', flag, 'Response cache in memory'),
    cacheBytes: setting(
      'CACHE_MB',
      '64',
      megabytes(1, 100_000),
      'Memory for the response cache in MB, in each process',
    ),
    rateLimit: setting('RATE_LIMIT', 'on', flag, 'Rate limits for failed sign-ins and for changes', {
      details: 'At most 10 failed sign-ins a minute per client address and username. `off` disables both limits.',
    }),
    writeLimit: setting(
      'WRITE_LIMIT',
      '6000',
      integer(6, 10_000_000),
      'Maximum number of changes per user and minute',
      {
        details: 'A burst may use a sixth of it at once. Further changes get 429 with `Retry-After`.',
      },
    ),
  },
};

export const settings = {
  ...sections.Server,
  ...sections.Data,
  ...sections.Site,
  ...sections.Webhooks,
  ...sections.Mail,
  ...sections['Sign-in'],
  ...sections.API,
  ...sections['Cache and rate limits'],
};

export type Settings = typeof settings;
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer Value> ? Value : never } & {
  readonly locked: LockedSettings;
};
export type Variables = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {}

/** The variable that a setting is read from: its earlier name counts only while the new one is not set. */
export const variableOf = ({ variable, formerly }: Setting<unknown>, given: Variables): string =>
  formerly !== undefined && given[variable] === undefined && given[formerly] !== undefined ? formerly : variable;

export function readSetting<Value>(setting: Setting<Value>, given: Variables): Value {
  const variable = variableOf(setting, given);
  const text = given[variable] ?? setting.fallback;
  try {
    return setting.read(text);
  } catch (error) {
    throw new ConfigError(`${variable} ${messageOf(error)}${setting.secret ? '' : `, not "${text}"`}.`);
  }
}

/** The settings of the site that a variable sets, in general also if it is empty. */
const lockedBy = (given: Variables): LockedSettings =>
  Object.fromEntries(
    Object.values<Setting<unknown>>(settings).flatMap((setting) => {
      const { variable, locks, alsoLocks, emptyUnlocks, read, secret } = setting;
      const text = given[variable];
      if (locks === undefined || text === undefined || (emptyUnlocks && text === '')) return [];
      const value = read(text);
      const further = Object.entries(alsoLocks?.(text) ?? {});
      return [[locks, secret ? undefined : value] as const, ...further].map(([name, shown]) => [
        name,
        { variable, value: shown },
      ]);
    }),
  );

export function readConfig(given: Variables): Config {
  if (given[lowCostVariable] !== undefined && !isTestRun(given)) {
    throw new ConfigError(`${lowCostVariable} makes passwords easy to guess and is only for test runs. Unset it.`);
  }
  const values = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => [
    name,
    readSetting(setting, given),
  ]);
  return { ...Object.fromEntries(values), locked: lockedBy(given) } as Config;
}
