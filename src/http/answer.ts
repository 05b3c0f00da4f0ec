// From an answer to bytes: picked fields, envelope, JSONP, ETag and the conditions of the request.
import { createHash } from 'node:crypto';
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';

export interface Answer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Version of the one record that was answered. */
  readonly version?: number;
}

export interface Wire {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

const json = 'application/json; charset=UTF-8';

export interface Shaping {
  readonly query: Given;
  readonly jsonp: boolean;
  readonly ifNoneMatch: string | undefined;
  readonly readOnly: boolean;
}

export function shape(answer: Answer, { query, jsonp, ifNoneMatch, readOnly }: Shaping): Wire {
  const picked =
    answer.http < 400 && typeof query._fields === 'string' ? pick(answer.body, fieldTree(query._fields)) : answer.body;
  const enveloped = query._envelope !== undefined;
  const body = enveloped ? { body: picked, status: answer.http, headers: answer.headers } : picked;
  const text = JSON.stringify(body, undefined, query._pretty === undefined ? undefined : 4);
  const callback = jsonp ? query._jsonp : undefined;
  const bytes = Buffer.from(callback === undefined ? text : `/**/${callbackName(callback)}(${scriptSafe(text)})`);
  const type = callback === undefined ? json : 'application/javascript; charset=UTF-8';
  const etag = `"${answer.version ?? 0}-${createHash('sha1').update(bytes).digest('base64url')}"`;
  const tagged = answer.http < 300 ? { ETag: etag } : {};
  const headers = { ...(enveloped ? {} : answer.headers), 'Content-Type': type, ...tagged };
  if (readOnly && answer.http === 200 && ifNoneMatch !== undefined && listsTag(ifNoneMatch, etag)) {
    return { http: 304, headers: { ...headers }, bytes: Buffer.alloc(0) };
  }
  return { http: enveloped ? 200 : answer.http, headers, bytes };
}

/** A tag that was sent back may carry the name of its content encoding. */
const listsTag = (header: string, etag: string): boolean =>
  header.split(',', 100).some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag || tag.replace(/-(br|gzip)"$/, '"') === etag;
  });

/** `If-Match` compares the record's version, whatever representation it was read in. */
export function refuseStale(ifMatch: string | undefined, version: unknown): void {
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
