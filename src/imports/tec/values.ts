// Reads values of JSON that another site sent: anything may have any type.
import { isObject } from '../../core/is-object.js';
import { textOfHtml } from '../../core/text/html.js';
import { parseUrl } from '../../core/text/parse-url.js';

export type Body = Readonly<Record<string, unknown>>;

export const textIn = (body: Body, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

/** One line without tags; entities are decoded once. */
export const lineIn = (body: Body, name: string): string => textOfHtml(textIn(body, name));

/** `{ rendered: text }` of WordPress, or the text itself. */
export const renderedIn = (body: Body, name: string): string => {
  const value = body[name];
  return isObject(value) ? textIn(value, 'rendered') : textIn(body, name);
};

/** A positive whole number that can be an ID, or undefined. */
export const idIn = (body: Body, name: string): number | undefined => {
  const value = Number(body[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

/** Undefined for null and for anything else that is no flag. */
export const flagIn = (body: Body, name: string): boolean | undefined => {
  const value = body[name];
  return typeof value === 'boolean' ? value : undefined;
};

/** One object, or a list of objects. */
export const recordsIn = (body: Body, name: string): readonly Body[] => [body[name]].flat().filter(isObject);

const momentFormat = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** A moment of the API, or undefined; drafts have a date of zeros. */
export const momentIn = (body: Body, name: string): string | undefined => {
  const text = textIn(body, name).replace('T', ' ');
  return momentFormat.test(text) ? text : undefined;
};

/** The path of a URL of the site, or undefined for other sites and for addresses without a path of their own. */
export function pathIn(url: string, base: URL): string | undefined {
  const parsed = parseUrl(url);
  const isOwn = parsed?.hostname.replace(/^www\./, '') === base.hostname.replace(/^www\./, '');
  return parsed && isOwn && parsed.search === '' && parsed.pathname !== '/' ? parsed.pathname : undefined;
}

/** Without the keys that are undefined. */
export const defined = (values: Readonly<Record<string, unknown>>): Body =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
