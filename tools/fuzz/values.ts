// Values for a schema, and values that are odd for any schema.
import type { Random } from '../../bench/calendar/random.js';
import type { ApiDocument, Json } from './document.js';

type Described = Pick<ApiDocument, 'follow' | 'knownValue'>;

const texts = [
  'Fair',
  'Harvest fair',
  'Ärger & Öl',
  '2027-05-04 19:00',
  '2027-05-04',
  '7',
  'true',
  'music',
  'a@b.example',
];

/** A value that the schema accepts, as far as it says. */
export function valueFor(schema: Json, document: Described, random: Random, depth = 0): unknown {
  const { follow } = document;
  const read = follow(schema) ?? {};
  const choices = read.enum ?? read.examples ?? (read.const !== undefined ? [read.const] : undefined);
  if (read.example !== undefined && random.happens(0.5)) return read.example;
  if (choices?.length) return random.pick(choices);
  const among = read.oneOf ?? read.anyOf;
  if (among?.length) return valueFor(random.pick(among as readonly Json[]), document, random, depth);
  if (read.allOf) return Object.assign({}, ...read.allOf.map((one: Json) => valueFor(one, document, random, depth)));
  const type = Array.isArray(read.type) ? random.pick(read.type as readonly string[]) : read.type;
  switch (type) {
    case 'integer':
      return random.integer(Math.max(read.minimum ?? 0, -1_000), Math.min(read.maximum ?? 60, 1_000));
    case 'number':
      return random.integer(-9_000, 9_000) / 100;
    case 'boolean':
      return random.happens(0.5);
    case 'null':
      return null;
    case 'array':
      if (depth > 4) return [];
      return Array.from({ length: random.integer(0, 3) }, () => valueFor(read.items, document, random, depth + 1));
    case 'object':
      return objectFor(read, document, random, depth);
    default:
      return random.pick(texts);
  }
}

function objectFor({ properties = {}, required = [] }: Json, document: Described, random: Random, depth: number) {
  if (depth > 4) return {};
  const names = Object.keys(properties);
  const share = names.length > 8 ? 0.15 : 0.5;
  const chosen = names.filter((name) => required.includes(name) || random.happens(share));
  return Object.fromEntries(
    chosen.map((name) => [
      name,
      document.knownValue(name, random) ?? valueFor(properties[name], document, random, depth + 1),
    ]),
  );
}

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);

const loneSurrogate = '\ud800';

/** Each is wrong somewhere: of another type, too long, out of range, or with characters that break something. */
const odd: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => ' ',
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e300,
  () => 2 ** 53,
  () => 2 ** 31,
  () => true,
  () => [],
  () => [[]],
  () => {},
  () => ({}),
  () => ({ __proto__: null, toString: 1, constructor: 'x' }),
  () => ({ $gt: '' }),
  () => nested(40),
  () => nested(2_000),
  () => 'x'.repeat(70_000),
  () => 'ä'.repeat(300),
  () => '\u0000',
  () => `a\u0000b`,
  () => loneSurrogate,
  () => `\u202e\u0007\u001b[31m`,
  () => "' or 1=1; --",
  () => '"><script>alert(1)</script>',
  () => '%00%ff%zz',
  () => '../../../../etc/passwd',
  () => 'http://127.0.0.1:1/',
  () => 'http://[::1]/',
  () => 'file:///etc/passwd',
  () => 'javascript:alert(1)',
  () => '0000-00-00 00:00:00',
  () => '9999-12-31 23:59:59',
  () => '2027-02-30',
  () => '+275760-09-13T00:00:00Z',
  () => 'FREQ=SECONDLY;INTERVAL=0',
  () => 'FREQ=DAILY;COUNT=999999999',
  () => 'Mars/Olympus',
  () => '1,2,3,,,'.repeat(200),
  () => Array.from({ length: 3_000 }, (_, at) => at),
  () => Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])),
  () => 'Infinity',
  () => '1e999',
  () => '٣',
  () => '\r\nX-Injected: 1',
];

export const oddValue = (random: Random): unknown => random.pick(odd)();

export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A lone surrogate has no encoding in a URL. */
export const encoded = (text: string): string => encodeURIComponent(text.slice(0, 3_000).toWellFormed());

const headerValues = [
  '',
  '*',
  'W/"x"',
  '"1"',
  'text/html',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'identity;q=0, *;q=0',
  'br;q=2, gzip;q=x',
  'bytes=0-1,5-',
  'Basic ////',
  'Basic Og==',
  'Bearer x',
  'de-DE, xx;q=9',
  'DELETE',
  'Mon, 99 Foo 2027 00:00:00 GMT',
  'x'.repeat(4_000),
  '../..',
];

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'import-id',
  'origin',
  'prefer',
  'range',
  'x-csrf-token',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-wp-nonce',
];

export const oddHeader = (random: Random): readonly [string, string] => [
  random.pick(headerNames),
  random.pick(headerValues),
];

/** The value with one part of it replaced, removed or added. */
export function withOddPart(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.happens(0.1)) return oddValue(random);
  const keys = Object.keys(value);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  if (keys.length === 0 || random.happens(0.1))
    return { ...copy, [random.pick(['id', 'x', 'status'])]: oddValue(random) };
  const key = random.pick(keys) as keyof typeof copy;
  if (random.happens(0.1)) delete copy[key];
  else copy[key] = (random.happens(0.5) ? withOddPart(copy[key], random) : oddValue(random)) as never;
  return copy;
}
