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
  const isQuality = (text: string) => text.split('=', 1)[0]?.trim().toLowerCase() === 'q' && text.includes('=');
  const parameter = parameters.find(isQuality);
  if (parameter === undefined) return 1;
  const given = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0;
}

function negotiate(accept: string): FeedFormat | undefined {
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

let last = { accept: '', format: negotiate('') };

/**
 * The feed format that `Accept` prefers; undefined means JSON, also if nothing is acceptable. Only exact media types
 * select a feed: wildcards mean JSON. Of equal qualities the exact type counts more than a wildcard, then the first.
 * The last result is kept: one request asks several times, for its cache keys and its action.
 */
export function feedFormatFor(accept: string | undefined): FeedFormat | undefined {
  if (accept === undefined) return undefined;
  if (last.accept !== accept) last = { accept, format: negotiate(accept) };
  return last.format;
}
