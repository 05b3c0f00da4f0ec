// From an answer to bytes: picked fields, envelope, JSONP, ETag and the conditions of the request.
import { createHash } from 'node:crypto';
import type { Window } from '../cache/responses.js';
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';
import type { Row } from '../core/store.js';
import type { Encoding } from './encode.js';

export interface Answer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Keys of the body that are told this once, and kept nowhere. */
  readonly told?: Given;
  /** Version of the one record that was answered. */
  readonly version?: string;
  /** From when to when it stands if nothing changes; always, when absent. */
  readonly window?: Window;
}

/** An answer as bytes, before it is compressed for anyone. */
export interface Rendered {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Without quotes; each encoding is a representation of its own, with its own tag. */
  readonly tag: string | undefined;
}

const json = 'application/json; charset=UTF-8';

export interface Shaping {
  readonly query: Given;
  readonly jsonp: boolean;
}

export function render({ told, ...answer }: Answer, { query, jsonp }: Shaping): Rendered {
  const whole = told ? { ...(answer.body as Given), ...told } : answer.body;
  const picks = answer.http < 400 && typeof query._fields === 'string';
  const picked = picks ? pick(whole, fieldTree(String(query._fields))) : whole;
  const enveloped = query._envelope !== undefined;
  const body = enveloped ? { body: picked, status: answer.http, headers: answer.headers } : picked;
  const text = JSON.stringify(body, undefined, query._pretty === undefined ? undefined : 4);
  const callback = jsonp ? query._jsonp : undefined;
  const bytes = bytesOf(callback === undefined ? text : `/**/${callbackName(callback)}(${scriptSafe(text)})`);
  const tagged = answer.http < 300;
  return {
    http: enveloped ? 200 : answer.http,
    headers: {
      ...(enveloped ? {} : answer.headers),
      'Content-Type': callback === undefined ? json : 'application/javascript; charset=UTF-8',
    },
    bytes,
    tag: tagged ? `${answer.version ?? 0}-${createHash('sha1').update(bytes).digest('base64url')}` : undefined,
  };
}

const scratch = Buffer.allocUnsafeSlow(256 * 1_024);
const mostPerLetter = 3;

/** Written where there is room for sure and copied from there: that is sooner done than measuring the text first. */
function bytesOf(text: string): Buffer {
  if (text.length * mostPerLetter > scratch.length) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}

export const etagOf = (tag: string, encoding: Encoding | undefined): string =>
  `"${tag}${encoding ? `-${encoding}` : ''}"`;

/** Records without a number of their own are known by what they hold. */
export const versionOf = (row: Row): string =>
  row.version === undefined
    ? createHash('sha1').update(JSON.stringify(row)).digest('hex').slice(0, 12)
    : String(row.version);

/** `If-Match` compares the record's version, whatever representation it was read in. */
export function refuseStale(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',', 100).map((part) => part.trim());
  if (!tags.some((tag) => tag.startsWith(`"${version}-`))) throw new Problem('stale');
}

function callbackName(name: unknown): string {
  if (typeof name !== 'string' || !/^[\w.]{1,100}$/.test(name)) throw new Problem('bad-callback');
  return name;
}

/** Two characters that JSON allows end a line in old scripts. */
const scriptSafe = (text: string): string => text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Names and what is wanted below each; `everything` where a name stands alone. */
type Tree = Map<string, Tree> | 'everything';

function fieldTree(list: string): Tree {
  const paths = list.split(',', 200).flatMap((path) => path.trim() || []);
  return paths.length ? paths.map((path) => path.split('.', 10)).reduce(grow, new Map()) : 'everything';
}

function grow(tree: Tree, [name, ...below]: readonly string[]): Tree {
  if (name === undefined || tree === 'everything') return 'everything';
  return tree.set(name, grow(tree.get(name) ?? new Map(), below));
}

/** Lists are reached through: the names count for each of their items. */
function pick(value: unknown, tree: Tree): unknown {
  if (tree === 'everything' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, tree));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const branch = tree.get(name);
      return branch ? [[name, pick(inner, branch)]] : [];
    }),
  );
}
