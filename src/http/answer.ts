// From an answer to bytes: picked fields, envelope, JSONP, ETag and the conditions of the request.
import { createHash } from 'node:crypto';
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';
import { compress, encodingFor } from './encode.js';

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
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly readOnly: boolean;
}

export async function shape(answer: Answer, asked: Shaping): Promise<Wire> {
  const { query } = asked;
  const picks = answer.http < 400 && typeof query._fields === 'string';
  const picked = picks ? pick(answer.body, fieldTree(String(query._fields))) : answer.body;
  const enveloped = query._envelope !== undefined;
  const body = enveloped ? { body: picked, status: answer.http, headers: answer.headers } : picked;
  const text = JSON.stringify(body, undefined, query._pretty === undefined ? undefined : 4);
  const callback = asked.jsonp ? query._jsonp : undefined;
  const bytes = Buffer.from(callback === undefined ? text : `/**/${callbackName(callback)}(${scriptSafe(text)})`);
  // Each encoding is a representation of its own, with its own tag.
  const encoding = encodingFor(asked.acceptEncoding, bytes.length);
  const digest = createHash('sha1').update(bytes).digest('base64url');
  const etag = `"${answer.version ?? 0}-${digest}${encoding ? `-${encoding}` : ''}"`;
  const headers = {
    ...(enveloped ? {} : answer.headers),
    'Content-Type': callback === undefined ? json : 'application/javascript; charset=UTF-8',
    ...(answer.http < 300 && { ETag: etag }),
  };
  if (asked.readOnly && answer.http === 200 && listsTag(asked.ifNoneMatch, etag)) {
    return { http: 304, headers, bytes: Buffer.alloc(0) };
  }
  return {
    http: enveloped ? 200 : answer.http,
    headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
    bytes: encoding ? await compress(bytes, encoding) : bytes,
  };
}

const listsTag = (header = '', etag: string): boolean =>
  header.split(',', 100).some((part) => ['*', etag].includes(part.trim().replace(/^W\//, '')));

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
