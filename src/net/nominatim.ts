// Geocoding with a Nominatim-compatible service. The operator configures it, so any host is allowed; of its response only
// positions and labels are used.
import { type FoundPlace, type Point, roundDegrees } from '../core/geo.js';
import { guardedRequest } from './fetch.js';

const timeoutSeconds = 10;
const maxResponseBytes = 100_000;
const request = guardedRequest({ allow: () => true });

export interface Geocoding {
  /** Base URL, with or without `/search`. */
  readonly url: string;
  /** `User-Agent`, which the usage policy of Nominatim requires. */
  readonly agent: string;
  readonly signal?: AbortSignal;
}

/** The best match, or undefined when there is none; throws when the service fails. */
export const locate = async (text: string, geocoding: Geocoding): Promise<Point | undefined> =>
  (await searchPlaces(text, geocoding, 1))[0]?.point;

/** The best matches first. */
export async function searchPlaces(
  text: string,
  { url, agent, signal }: Geocoding,
  limit: number,
): Promise<readonly FoundPlace[]> {
  const { status, bytes } = await request(searchUrl(url, text, limit).href, {
    maxBytes: maxResponseBytes,
    seconds: timeoutSeconds,
    headers: { 'user-agent': agent, accept: 'application/json' },
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    // Stopped, not slow.
    signal?.throwIfAborted();
    throw error;
  });
  if (status < 200 || status > 299) throw new Error(`the geocoder answered ${status}`);
  return placesIn(bytes.toString('utf8'), limit);
}

function searchUrl(base: string, text: string, limit: number): URL {
  const url = new URL(base);
  if (!/\/search(\.php)?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/search`;
  for (const [name, value] of Object.entries({ q: text, format: 'jsonv2', limit: String(limit) }))
    url.searchParams.set(name, value);
  return url;
}

const maxLabelLength = 300;

function placesIn(text: string, limit: number): readonly FoundPlace[] {
  const found = parsed(text);
  if (!Array.isArray(found)) throw new Error('the geocoder answered no list');
  return found.slice(0, limit).map((one: Readonly<Record<string, unknown>> | null) => ({
    point: { lat: degrees(one?.lat, 90), lng: degrees(one?.lon, 180) },
    label: String(one?.display_name ?? '').slice(0, maxLabelLength),
  }));
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
