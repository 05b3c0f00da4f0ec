// From a response to bytes: `_fields`, envelope, format, ETag and `If-Match`.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Validity } from '../cache/validity.js';
import type { Given } from '../core/field.js';
import type { Format } from '../core/format.js';
import type { Written } from '../core/model.js';
import { pickerOf } from '../core/pick.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { SlotClient } from '../core/slots.js';
import type { Row } from '../core/store.js';
import { json } from '../formats/json.js';
import type { Encoding } from './encode.js';

/** A change of a record, with its states as the caller may read them. */
export interface RecordWrite {
  readonly shape: Shape;
  readonly written: Written;
  /** Absent for a new record. */
  readonly before?: Row;
  /** Absent for an erased record. */
  readonly after?: Row;
}

export interface ApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Keys of the body that are sent once and stored nowhere, such as a generated password. */
  readonly oneTimeSecrets?: Given;
  /** Version of the record, for a response with a single one. */
  readonly version?: string;
  /** The change that it reports. */
  readonly write?: RecordWrite;
  /** How long it is valid if no data changes; absent: always. */
  readonly validity?: Validity;
  /** The format of the body; absent: negotiated. */
  readonly format?: Format;
  /** Server-sent events instead of the body. */
  readonly events?: Readable;
  /** A long body, sent while it is generated. */
  readonly stream?: StreamedBody;
}

export interface StreamedBody {
  /** Changes with the data; weak, because the bytes are not known yet. Without quotes. */
  readonly tag: string;
  /** Tables of which any change may change the body. */
  readonly tables: readonly string[];
  readonly open: (reader: SlotClient) => Promise<Readable>;
}

/** A response as bytes, before compression. */
export interface Rendered {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The ETag without quotes and without the suffix of an encoding; each encoding has an ETag of its own. */
  readonly tag: string | undefined;
  /** The ETag is weak, and `bytes` is empty: the body is streamed. */
  readonly isWeak?: true;
}

export interface RenderOptions {
  /** `_fields`, `_envelope`, `_pretty`, `_jsonp`. */
  readonly switches: Given;
  readonly format: Format;
}

/** Errors are always JSON. */
export function render({ oneTimeSecrets, ...response }: ApiResponse, { switches, format }: RenderOptions): Rendered {
  const withSecrets = oneTimeSecrets ? { ...Object(response.body), ...oneTimeSecrets } : response.body;
  const picked = response.statusCode < 400 ? pickerOf(switches._fields)(withSecrets) : withSecrets;
  const enveloped = switches._envelope !== undefined && response.format === undefined;
  const body = enveloped ? { body: picked, status: response.statusCode, headers: response.headers } : picked;
  const used = response.statusCode < 400 ? (response.format ?? format) : json;
  const { bytes, contentType } = used.encode(body, switches);
  const tagged = response.statusCode < 300;
  const { stream } = response;
  if (stream)
    return {
      statusCode: response.statusCode,
      headers: { ...response.headers, 'Content-Type': contentType },
      bytes,
      tag: stream.tag,
      isWeak: true,
    };
  return {
    statusCode: enveloped ? 200 : response.statusCode,
    headers: { ...(enveloped ? {} : response.headers), 'Content-Type': contentType },
    bytes,
    tag: tagged ? `${response.version ?? 0}-${createHash('sha1').update(bytes).digest('base64url')}` : undefined,
  };
}

/** A weak ETag is the same for all encodings. */
export const etagOf = ({ tag, isWeak }: Rendered, encoding?: Encoding): string | undefined => {
  if (tag === undefined) return undefined;
  return isWeak ? `W/"${tag}"` : `"${tag}${encoding ? `-${encoding}` : ''}"`;
};

/** `If-Match` compares the record's version only, so an ETag of any format or encoding matches. */
export function refuseStale(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',', 100).map((part) => part.trim());
  if (!tags.some((tag) => tag.startsWith(`"${version}-`))) throw new Problem('stale');
}
