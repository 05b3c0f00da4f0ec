// The table of settings: name, default, meaning. Values come as text, from the environment, `.env` or flags.
import { messageOf } from './core/error.js';
import { isZone } from './core/time/zone.js';
import { readS3Place } from './media/s3-place.js';

export interface Setting<Value> {
  readonly variable: string;
  readonly fallback: string;
  readonly about: string;
  readonly secret?: true;
  /** The value in the unit of the variable, where it is kept in another one. */
  shown?(value: Value): unknown;
  /** Throws with what is wrong and what to do. */
  read(text: string): Value;
}

const text = (value: string): string => value.trim();
const folder = (value: string): string => {
  if (value.trim() === '') throw new Error('must be the path of a folder');
  return value.trim();
};
const flag = (value: string): boolean => {
  const word = value.trim().toLowerCase();
  if (['on', 'true', '1', 'yes'].includes(word)) return true;
  if (['off', 'false', '0', 'no', ''].includes(word)) return false;
  throw new Error('must be on or off');
};
const list = (value: string): readonly string[] => value.split(',').flatMap((item) => item.trim() || []);
const whole =
  (least: number, most: number) =>
  (value: string): number => {
    const number = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) throw new Error(`must be a number from ${least} to ${most}`);
    return number;
  };
const megabytes = (value: string): number => whole(1, 100_000)(value) * 1_000_000;
const oneOf =
  (...words: readonly string[]) =>
  (value: string): string => {
    if (!words.includes(value)) throw new Error(`must be one of ${words.join(', ')}`);
    return value;
  };
const zone = (value: string): string => {
  if (!isZone(value)) throw new Error('must be a time zone such as Europe/Paris');
  return value;
};
const baseUrl = (value: string): string => {
  if (value === '') return '';
  const { protocol } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('must begin with http:// or https://');
  return value.replace(/\/+$/, '');
};
const database = (value: string): string => {
  if (value !== '' && !/^postgres(ql)?:\/\//.test(value)) throw new Error('must be empty or begin with postgres://');
  return value;
};
const replicas = (value: string): readonly string[] => list(value).map(database);
/** Codes are kept in their usual spelling: `fr-ca` is `fr-CA`. */
const languages = (value: string): readonly string[] => {
  try {
    return [...new Set(list(value).map((code) => String(new Intl.Locale(code))))];
  } catch {
    throw new Error('must be language codes with commas, such as en,fr');
  }
};
const webAddress = (value: string): string => {
  if (value === '') return '';
  if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : ''))
    throw new Error('must begin with http:// or https://');
  return value;
};
const mediaPlace = (value: string): string => {
  if (value !== '') readS3Place(value);
  return value;
};
const brand = (value: string): string => {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(value)) throw new Error('must be a word of lower-case letters');
  return value;
};

const setting = <Value>(
  variable: string,
  fallback: string,
  about: string,
  read: (text: string) => Value,
  secret?: true,
): Setting<Value> => ({ variable: `ALMANAC_${variable}`, fallback, about, read, ...(secret && { secret }) });

export const settings = {
  host: setting('HOST', '127.0.0.1', 'Address to listen on', text),
  port: setting('PORT', '8080', 'Port to listen on; 0 takes a free one', whole(0, 65_535)),
  data: setting('DATA', './data', 'Folder of the embedded database and of images', folder),
  databaseUrl: setting('DATABASE_URL', '', 'Database, as postgres://…; empty is the embedded store', database, true),
  databaseReplicas: setting(
    'DATABASE_REPLICAS',
    '',
    'Replicas for reads that may be late, with commas',
    replicas,
    true,
  ),
  databaseConnections: setting('DATABASE_CONNECTIONS', '10', 'Most connections to PostgreSQL', whole(2, 1_000)),
  baseUrl: setting('BASE_URL', '', 'Public address; empty is the listening address', baseUrl),
  timezone: setting('TIMEZONE', 'UTC', 'Time zone of the site', zone),
  languages: setting('LANGUAGES', '', 'Language codes, the default first; empty switches languages off', languages),
  geolocation: setting('GEOLOCATION', 'on', 'Coordinates of venues and filters by place', flag),
  geocoder: setting('GEOCODER_URL', '', 'Nominatim-compatible address that finds coordinates; empty: none', webAddress),
  tickets: setting('TICKETS', 'on', 'Tickets of events and the filter by them', flag),
  media: setting('MEDIA_URL', '', 'Store of pictures, as s3://…; empty is the data folder', mediaPlace, true),
  externalImages: setting(
    'EXTERNAL_IMAGES',
    'on',
    'Public pages show images of other sites that a description links to',
    flag,
  ),
  trashDays: setting('TRASH_DAYS', '30', 'Days after which trash is removed for good; 0 keeps it', whole(0, 36_500)),
  workers: setting('WORKERS', '0', 'Processes that serve; 0 is one for each core, at most 4', whole(0, 256)),
  cache: setting('CACHE', 'on', 'Keep finished answers in memory', flag),
  cacheBytes: {
    ...setting('CACHE_MB', '64', 'Most memory for kept answers, in MB per process', megabytes),
    shown: (bytes: number) => bytes / 1_000_000,
  },
  rateLimit: setting('RATE_LIMIT', 'on', 'Limit failed sign-ins and changes per user', flag),
  writeLimit: setting(
    'WRITE_LIMIT',
    '6000',
    'Changes per user and minute; a burst may be a sixth of it',
    whole(6, 10_000_000),
  ),
  brand: setting('BRAND', 'cal', 'First word of the native namespace', brand),
  dropin: setting('DROPIN', 'on', 'Answer at /wp-json/tribe/events/v1 as well', flag),
  corsOrigins: setting('CORS_ORIGINS', '*', 'Origins that may send credentials; * is everyone without', list),
  maxPerPage: setting('MAX_PER_PAGE', '100', 'Most records on a page of the native mount', whole(1, 1_000)),
  trustProxy: setting('TRUST_PROXY', 'off', 'Believe forwarded headers of a proxy in front', flag),
  metricsToken: setting('METRICS_TOKEN', '', 'Bearer token for /metrics from other machines', text, true),
  logLevel: setting('LOG_LEVEL', 'warn', 'What is logged', oneOf('silent', 'error', 'warn', 'info', 'debug')),
};

export type Settings = typeof settings;
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer Value> ? Value : never };

export class ConfigError extends Error {}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { variable, fallback, secret, read } = setting;
    const given = environment[variable] ?? fallback;
    try {
      return [name, read(given)] as const;
    } catch (error) {
      // What is secret is not repeated, even when it is wrong.
      throw new ConfigError(`${variable} ${messageOf(error)}${secret ? '' : `, not "${given}"`}.`);
    }
  });
  return Object.fromEntries(entries) as Config;
}

/** Names in the environment that look like ours and are none: most likely misspelt. */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known = new Set(Object.values(settings).map(({ variable }) => variable));
  return Object.keys(environment).filter((name) => name.startsWith('ALMANAC_') && !known.has(name));
};
