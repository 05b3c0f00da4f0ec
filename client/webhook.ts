// Checks that a webhook was sent by the calendar: Standard Webhooks, HMAC-SHA256 of id, time and body.
import { AlmanacError } from './error.js';

export interface WebhookMessage {
  /** Such as `event.updated`. */
  readonly type: string;
  /** Time of the change. */
  readonly timestamp: string;
  readonly data: {
    readonly resource: string;
    readonly id: number;
    readonly uid?: string;
    readonly version?: string;
    readonly url?: string;
    readonly rest_url?: string;
    readonly change_token?: string;
    /** Names of the changed fields. */
    readonly changed?: readonly string[];
    readonly [key: string]: unknown;
  };
}

export interface WebhookHeaders {
  readonly [name: string]: string | readonly string[] | undefined;
}

export interface VerifyOptions {
  /** Milliseconds. Default: the current time. */
  readonly now?: number;
}

const toleranceSeconds = 5 * 60;
const prefix = 'whsec_';

const refused = (code: string, message: string): AlmanacError => new AlmanacError(message, { status: 401, code });

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Of `Headers`, or of an object with names in any case. */
function headerIn(headers: Headers | WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return typeof found?.[1] === 'string' ? found[1] : '';
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (!bytes?.length) throw new TypeError(`A webhook secret is ${prefix} and base64.`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/**
 * Returns the message, or throws an `AlmanacError` with status 401. `body` is the body as it was received: parsed and
 * encoded again it has other bytes.
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers | WebhookHeaders,
  body: string | Uint8Array,
  { now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  ) as [string, string, string];
  if (!id || !/^\d+$/.test(timestamp) || !signatures)
    throw refused('webhook-headers', 'The headers of a webhook are missing.');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw refused('webhook-timestamp', 'The webhook is older than five minutes, or the clocks differ.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  const key = await keyOf(secret);
  // Two during a rotation of the secret. WebCrypto compares in constant time.
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',', 2);
    const given = version === 'v1' ? bytesOf(encoded) : undefined;
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return JSON.parse(text);
  }
  throw refused('webhook-signature', 'The signature of the webhook is wrong.');
}
