// Geocoding with a Nominatim-compatible service. The operator configures it, so any host is allowed; of its response only
// two numbers are used.
import { type Point, roundDegrees } from '../core/geo.js';

const timeoutMs = 10_000;
const maxResponseBytes = 100_000;

export interface Geocoding {
  /** Base URL, with or without `/search`. */
  readonly url: string;
  /** `User-Agent`, which the usage policy of Nominatim requires. */
  readonly agent: string;
  readonly signal: AbortSignal;
}

/** The best match, or undefined when there is none; throws when the service fails. */
export async function locate(text: string, { url, agent, signal }: Geocoding): Promise<Point | undefined> {
  const response = await fetch(searchUrl(url, text), {
    headers: { 'User-Agent': agent, Accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the geocoder answered ${response.status}`);
  }
  return pointIn(await limitedText(response));
}

function searchUrl(base: string, text: string): URL {
  const url = new URL(base);
  if (!/\/search(\.php)?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`;
  for (const [name, value] of Object.entries({ q: text, format: 'jsonv2', limit: '1' }))
    url.searchParams.set(name, value);
  return url;
}

async function limitedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error(`the geocoder answered more than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function pointIn(text: string): Point | undefined {
  const found = parsed(text);
  if (!Array.isArray(found)) throw new Error('the geocoder answered no list');
  if (found.length === 0) return undefined;
  const { lat, lon }: { readonly lat?: unknown; readonly lon?: unknown } = found[0] ?? {};
  return { lat: degrees(lat, 90), lng: degrees(lon, 180) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the geocoder answered no JSON');
  }
}

function degrees(value: unknown, max: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= max)) throw new Error('the geocoder answered no coordinates');
  return roundDegrees(number);
}
