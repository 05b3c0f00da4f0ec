// Validation of URLs of websites and images.
import { parseUrl } from './parse-url.js';

const MAX_LENGTH = 2048;

const SCHEME_AND_HOST = /^(?:https?|ftp):\/\/[^/?#\\]/i;

// Whitespace, control characters and characters that a URL must escape; the URL parser would silently repair them.
const FORBIDDEN = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>"\\]/u;

/** Trims it; otherwise it is stored as given. */
export function trimWebUrl(text: string): string {
  return text.trim();
}

/** An absolute http, https or ftp URL with a host; surrounding whitespace is ignored. */
export function isWebUrl(text: string): boolean {
  const url = trimWebUrl(text);
  if (url.length > MAX_LENGTH || !SCHEME_AND_HOST.test(url) || FORBIDDEN.test(url)) return false;
  return Boolean(parseUrl(url)?.hostname);
}
