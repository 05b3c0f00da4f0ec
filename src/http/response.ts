// From an answer to bytes: picked fields, envelope, format, ETag and the conditions of the request.
import { createHash } from 'node:crypto';
import type { Validity } from '../cache/validity.js';
import type { Given } from '../core/field.js';
import type { Format } from '../core/format.js';
import { Problem } from '../core/problem.js';
import type { Row } from '../core/store.js';
import { json } from '../formats/json.js';
import type { Encoding } from './encode.js';

export interface ApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Keys of the body that are oneTimeSecrets this once, and kept nowhere. */
  readonly oneTimeSecrets?: Given;
  /** Version of the one record that was answered. */
  readonly version?: string;
  /** From when to when it is valid if nothing changes; always, when absent. */
  readonly validity?: Validity;
}

/** An answer as bytes, before it is compressed for anyone. */
export interface Rendered {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Without quotes; each encoding is a representation of its own, with its own tag. */
  readonly tag: string | undefined;
}

export interface Shaping {
  /** The parameters of the query that shape a response. */
  readonly switches: Given;
  readonly format: Format;
}

/** Errors are always JSON. */
export function render({ oneTimeSecrets, ...answer }: ApiResponse, { switches, format }: Shaping): Rendered {
  const whole = oneTimeSecrets ? { ...Object(answer.body), ...oneTimeSecrets } : answer.body;
  const picks = answer.statusCode < 400 && typeof switches._fields === 'string';
  const picked = picks ? pick(whole, fieldTree(String(switches._fields))) : whole;
  const enveloped = switches._envelope !== undefined;
  const body = enveloped ? { body: picked, status: answer.statusCode, headers: answer.headers } : picked;
  const { bytes, contentType } = (answer.statusCode < 400 ? format : json).encode(body, switches);
  const tagged = answer.statusCode < 300;
  return {
    statusCode: enveloped ? 200 : answer.statusCode,
    headers: { ...(enveloped ? {} : answer.headers), 'Content-Type': contentType },
    bytes,
    tag: tagged ? `${answer.version ?? 0}-${createHash('sha1').update(bytes).digest('base64url')}` : undefined,
  };
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
