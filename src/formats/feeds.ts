// The feed formats, by the suffix of a URL and by `Accept`.
import type { FeedFormat } from '../core/format.js';
import { atom } from './atom.js';
import { csv } from './csv.js';
import { ical } from './ical.js';
import { jscalendar } from './jscalendar.js';
import { jsonfeed } from './jsonfeed.js';
import { jsonld } from './jsonld.js';
import { ndjson } from './ndjson.js';
import { rss } from './rss.js';

export const feedFormats: readonly FeedFormat[] = [ical, rss, atom, jsonfeed, jscalendar, jsonld, csv, ndjson];

const byName = new Map(feedFormats.map((format) => [format.name, format]));
const byMediaType = new Map(feedFormats.map((format) => [format.mediaType, format]));

export const feedFormatNamed = (name: string): FeedFormat | undefined => byName.get(name);

const maxRanges = 20;

/** 0 for a quality that is not a number from 0 to 1, so that a broken range counts as not acceptable. */
function qualityOf(parameters: readonly string[]): number {
  const given = parameters.map((text) => /^\s*q\s*=\s*(.*?)\s*$/i.exec(text)?.[1]).find((text) => text !== undefined);
  if (given === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0;
}

/**
 * The feed format that `Accept` prefers; undefined means JSON, also if nothing is acceptable. Only exact media types
 * select a feed: wildcards mean JSON. Of equal qualities the exact type counts more than a wildcard, then the first.
 */
export function feedFormatFor(accept: string | undefined): FeedFormat | undefined {
  if (accept === undefined) return undefined;
  let best: { format: FeedFormat | undefined; quality: number; isExact: boolean } | undefined;
  for (const range of accept.split(',', maxRanges)) {
    const [type = '', ...parameters] = range.split(';');
    const name = type.trim().toLowerCase();
    const format = byMediaType.get(name);
    const isExact = format !== undefined || name === 'application/json';
    if (!isExact && name !== '*/*' && name !== 'application/*') continue;
    const quality = qualityOf(parameters);
    if (quality === 0) continue;
    const isBetter =
      best === undefined || quality > best.quality || (quality === best.quality && isExact && !best.isExact);
    if (isBetter) best = { format, quality, isExact };
  }
  return best?.format;
}
