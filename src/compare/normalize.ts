// Values in the form in which they are compared: without the host of their site, entities in one spelling. Pure.
import { decodeHTMLStrict } from 'entities';
import { apiUrl, type SiteUrls } from './site-url.js';

const entity = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Entities once decoded; those of markup stay entities, so that `&lt;b&gt;` differs from `<b>`. */
const decodedHtml = (html: string): string =>
  html.replace(entity, (found) => {
    const character = decodeHTMLStrict(found);
    return markup[character] ?? character;
  });

const htmlKeys: ReadonlySet<string> = new Set(['description', 'excerpt', 'rendered']);
const apiUrlKeys = /^(rest_url|(next|previous)_rest_url|href|self|collection|up)$/;

export const isHtmlKey = (key: string): boolean => htmlKeys.has(key);

/** `key`: the last key of the pointer that is no index. */
export function normalized(value: unknown, key: string, site: SiteUrls): unknown {
  if (typeof value !== 'string') return value;
  if (/^global_id/.test(key)) return site.inGlobalId(value);
  const text = site.inText(value);
  if (apiUrlKeys.test(key)) return apiUrl(text);
  if (!text.includes('&') && !text.includes('\r')) return text;
  return (isHtmlKey(key) ? decodedHtml(text) : decodeHTMLStrict(text)).replace(/\r\n?/g, '\n');
}
