// From a response to bytes: `_fields`, envelope, format, ETag and `If-Match`.
import { createHash } from 'node:crypto';
import type { Validity } from '../cache/validity.js';
import type { Given } from '../core/field.js';
import type { Format } from '../core/format.js';
import { Problem } from '../core/problem.js';
import type { Row, Table } from '../core/store.js';
import { json } from '../formats/json.js';
import type { Encoding } from './encode.js';

export interface ApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Keys of the body that are sent once and stored nowhere, such as a generated password. */
  readonly oneTimeSecrets?: Given;
  /** Version of the record, for a response with a single one. */
  readonly version?: string;
  /** How long it is valid if no data changes; absent: always. */
  readonly validity?: Validity;
}

/** A response as bytes, before compression. */
export interface Rendered {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The ETag without quotes and without the suffix of an encoding; each encoding has an ETag of its own. */
  readonly tag: string | undefined;
}

export interface RenderOptions {
  /** `_fields`, `_envelope`, `_pretty`, `_jsonp`. */
  readonly switches: Given;
  readonly format: Format;
}

/** Errors are always JSON. */
export function render({ oneTimeSecrets, ...response }: ApiResponse, { switches, format }: RenderOptions): Rendered {
  const complete = oneTimeSecrets ? { ...Object(response.body), ...oneTimeSecrets } : response.body;
  const picks = response.statusCode < 400 && typeof switches._fields === 'string';
  const picked = picks ? pick(complete, fieldTree(String(switches._fields))) : complete;
  const enveloped = switches._envelope !== undefined;
  const body = enveloped ? { body: picked, status: response.statusCode, headers: response.headers } : picked;
  const { bytes, contentType } = (response.statusCode < 400 ? format : json).encode(body, switches);
  const tagged = response.statusCode < 300;
  return {
    statusCode: enveloped ? 200 : response.statusCode,
    headers: { ...(enveloped ? {} : response.headers), 'Content-Type': contentType },
    bytes,
    tag: tagged ? `${response.version ?? 0}-${createHash('sha1').update(bytes).digest('base64url')}` : undefined,
  };
}

export const etagOf = (tag: string, encoding: Encoding | undefined): string =>
  `"${tag}${encoding ? `-${encoding}` : ''}"`;

/** Records without a version number are identified by a digest of their values. The version of a record that reads from a
 * content row changes with that row. */
export function versionOf(row: Row, { content }: Pick<Table, 'content'>): string {
  if (row.version === undefined) return createHash('sha1').update(JSON.stringify(row)).digest('hex').slice(0, 12);
  const hasOwnContent = !content || row[content.column] === row.id;
  return hasOwnContent ? String(row.version) : `${row.version}.${row.content_version}`;
}

/** `If-Match` compares the record's version only, so an ETag of any format or encoding matches. */
export function refuseStale(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',', 100).map((part) => part.trim());
  if (!tags.some((tag) => tag.startsWith(`"${version}-`))) throw new Problem('stale');
}

/** Selected names, each with the names selected below it; `everything` selects the whole value. */
type Tree = Map<string, Tree> | 'everything';

function fieldTree(list: string): Tree {
  const paths = list.split(',', 200).flatMap((path) => path.trim() || []);
  return paths.length ? paths.map((path) => path.split('.', 10)).reduce(addPath, new Map()) : 'everything';
}

function addPath(tree: Tree, [name, ...below]: readonly string[]): Tree {
  if (name === undefined || tree === 'everything') return 'everything';
  return tree.set(name, addPath(tree.get(name) ?? new Map(), below));
}

/** Names apply to each item of a list. */
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
