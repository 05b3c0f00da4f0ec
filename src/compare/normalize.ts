// Values in the form in which they are compared: without the host of their site, entities in one spelling. Pure.
import { decodeEntities } from '../core/text/tags.js';
import { apiUrl, type SiteUrls } from './site-url.js';

const entity = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Entities once decoded; those of markup stay entities, so that `&lt;b&gt;` differs from `<b>`. */
const decodedHtml = (html: string): string =>
  html.replace(entity, (found) => {
    const character = decodeEntities(found);
    return markup[character] ?? character;
  });

const htmlKeys: ReadonlySet<string> = new Set(['description', 'excerpt', 'rendered']);
const apiUrlKeys = /^(rest_url|(next|previous)_rest_url|href|self|collection|up)$/;

/** Without the host of the site; URLs of the API in one form. `key`: the last key of the pointer that is no index. */
function located(text: string, key: string, site: SiteUrls): string {
  if (/^global_id/.test(key)) return site.inGlobalId(text);
  const found = site.inText(text).replace(/\r\n?/g, '\n');
  return apiUrlKeys.test(key) ? apiUrl(found) : found;
}

/** HTML in the form in which it is compared. */
export const normalizedHtml = (html: string, key: string, site: SiteUrls): string =>
  decodedHtml(located(html, key, site));

interface Sides<Value> {
  readonly old: Value;
  readonly new: Value;
}

/** Plain texts may have entities on the old side only: on the new one they would be encoded twice. */
export function isSameValue(values: Sides<unknown>, key: string, sites: Sides<SiteUrls>): boolean {
  if (typeof values.old !== 'string' || typeof values.new !== 'string') return values.old === values.new;
  const [old, now] = [located(values.old, key, sites.old), located(values.new, key, sites.new)];
  if (old === now) return true;
  return htmlKeys.has(key) ? decodedHtml(old) === decodedHtml(now) : decodeEntities(old) === now;
}
