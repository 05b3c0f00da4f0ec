// The kinds of value that a setting can have: `accepts` says in words which texts are valid, `read` parses one.
// `read` throws an Error whose message completes "ALMANAC_X …", for example "must be on or off".
import { isIP } from 'node:net';
import { type Role, roles } from './core/actor.js';
import { isEmailAddress } from './core/mail.js';
import { languageCodesOf } from './core/text/language-codes.js';
import { isMapTemplate, isTileTemplate } from './core/text/map-template.js';
import { parseUrl } from './core/text/parse-url.js';
import { parseSmtpUrl } from './core/text/smtp-url.js';
import { isZone } from './core/time/zone.js';
import { parseS3Url } from './media/s3-url.js';

export interface SettingValue<Value> {
  /** For documentation and error messages: "a number from 0 to 65535". */
  readonly accepts: string;
  read(text: string): Value;
  /** The value in the unit of the variable, where the program uses another unit. */
  shown?(value: Value): unknown;
}

/** A parser returns undefined for an invalid text; the error message is made from `accepts`. */
const value = <Value>(accepts: string, parse: (text: string) => Value | undefined): SettingValue<Value> => ({
  accepts,
  read: (text) => {
    const parsed = parse(text);
    if (parsed === undefined) throw new Error(`must be ${accepts}`);
    return parsed;
  },
});

const items = (text: string): readonly string[] => text.split(',').flatMap((item) => item.trim() || []);
const isWebUrl = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? '');
const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);

export const plainText = (accepts: string) => value(accepts, (text) => text.trim());

/** One line, at most 100 characters. */
export const lineOfText = value('a text of 1 to 100 characters on one line', (text) =>
  /^\P{Cc}{1,100}$/u.test(text.trim()) ? text.trim() : undefined,
);

export const folder = value('the path of a folder', (text) => text.trim() || undefined);

export const flag = value('on or off', (text) => {
  const word = text.trim().toLowerCase();
  if (['on', 'true', '1', 'yes'].includes(word)) return true;
  return ['off', 'false', '0', 'no', ''].includes(word) ? false : undefined;
});

export const integer = (min: number, max: number) =>
  value(`a number from ${min} to ${max}`, (text) => {
    const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  });

/** Megabytes in the variable, bytes in the program. */
export const megabytes = (min: number, max: number): SettingValue<number> => ({
  accepts: integer(min, max).accepts,
  read: (text) => integer(min, max).read(text) * 1_000_000,
  shown: (bytes) => bytes / 1_000_000,
});

export const oneOf = (...words: readonly string[]) =>
  value(`one of ${words.join(', ')}`, (text) => (words.includes(text) ? text : undefined));

export const optionalRole = value<Role | ''>(`empty or one of ${roles.join(', ')}`, (text) =>
  (['', ...roles] as const).find((role) => role === text.trim()),
);

/** `staff=editor,board=administrator` */
export const roleMapping = value('values with roles, such as staff=editor,board=administrator', (text) => {
  const pairs = items(text).map((item) => {
    const at = item.lastIndexOf('=');
    return [item.slice(0, Math.max(at, 0)).trim(), roles.find((role) => role === item.slice(at + 1).trim())] as const;
  });
  const isValid = pairs.every(([name, role]) => name !== '' && role !== undefined);
  return isValid ? (Object.fromEntries(pairs) as Readonly<Record<string, Role>>) : undefined;
});

export const timeZone = value('a time zone such as Europe/Paris', (text) => (isZone(text) ? text : undefined));

export const languageCodes = value('language codes separated by commas, such as en,fr', (text) =>
  languageCodesOf(items(text)),
);

export const webUrl = value('empty or a URL that begins with http:// or https://', (text) =>
  text === '' || isWebUrl(text) ? text : undefined,
);

/** Paths are appended to it, so it has no slash at the end. */
export const baseUrl: SettingValue<string> = {
  accepts: webUrl.accepts,
  read: (text) => webUrl.read(text).replace(/(?<!\/)\/+$/, ''),
};

export const tileTemplate = value('empty or a URL with {z}, {x} and {y} in its path', (text) =>
  isTileTemplate(text) ? text : undefined,
);

export const mapTemplate = value('empty or a URL with {query}, or with {lat} and {lng}', (text) =>
  isMapTemplate(text) ? text : undefined,
);

/** In CIDR notation. */
export const networks = value('networks such as 10.1.0.0/16,fd00::/8', (text) => {
  const isNetwork = (item: string): boolean => {
    const [address = '', bits = ''] = item.split('/');
    const version = isIP(address);
    return version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
  };
  return items(text).every(isNetwork) ? items(text) : undefined;
});

/** A key is derived from it, so it must be hard to guess. */
export const encryptionSecret = value('empty or at least 24 characters', (text) =>
  text === '' || text.length >= 24 ? text : undefined,
);

export const databaseUrl = value('empty or a URL that begins with postgres://', (text) =>
  text === '' || isDatabaseUrl(text) ? text : undefined,
);

export const databaseUrls = value('postgres:// URLs separated by commas', (text) =>
  items(text).every(isDatabaseUrl) ? items(text) : undefined,
);

export const bucketUrl: SettingValue<string> = {
  accepts: 'empty or s3://KEY:SECRET@host/bucket',
  read: (text) => {
    if (text !== '') parseS3Url(text);
    return text;
  },
};

export const smtpUrl: SettingValue<string> = {
  accepts: 'empty or smtp://USER:PASSWORD@host:587',
  read: (text) => {
    if (text !== '') parseSmtpUrl(text);
    return text;
  },
};

export const emailAddress = value('empty or an email address', (text) =>
  text === '' || isEmailAddress(text) ? text : undefined,
);

export const origins = value('origins separated by commas, such as https://example.com', items);

export const pathSegment = value('a word of lower-case letters, digits and hyphens', (text) =>
  /^[a-z][a-z0-9-]{0,30}$/.test(text) ? text : undefined,
);
