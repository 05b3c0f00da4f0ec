// URL templates of maps: of their images, and of links to a map.
import { isWebUrl } from './web-url.js';

const hasAll = (text: string, ...names: readonly string[]): boolean =>
  names.every((name) => text.includes(`{${name}}`));

/** A template without its placeholders, which a URL must escape. */
const isTemplateOfUrl = (text: string): boolean => /^https?:/i.test(text) && isWebUrl(text.replace(/\{\w+\}/g, '0'));

/** Its origin becomes part of the Content Security Policy. */
const hasPlainOrigin = (text: string): boolean => /^https?:\/\/[a-z0-9.-]+(:\d+)?\/[^\s;,]*$/i.test(text);

export const isTileTemplate = (text: string): boolean =>
  text === '' || (isTemplateOfUrl(text) && hasPlainOrigin(text) && hasAll(text, 'z', 'x', 'y'));

export const isMapTemplate = (text: string): boolean =>
  text === '' || (isTemplateOfUrl(text) && (hasAll(text, 'query') || hasAll(text, 'lat', 'lng')));
