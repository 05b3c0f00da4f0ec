// Validation of URLs of websites and images.

const MAX_LENGTH = 2048;

const SCHEME_AND_HOST = /^(?:https?|ftp):\/\/[^/?#\\]/i;

// Whitespace, control characters and characters that a URL must escape; the URL parser would silently repair them.
const FORBIDDEN = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>"\\]/u;

/** Trims it; otherwise it is stored as given. */
export function cleanWebAddress(text: string): string {
  return text.trim();
}

/** An absolute http, https or ftp URL with a host; surrounding whitespace is ignored. */
export function isWebAddress(text: string): boolean {
  const address = cleanWebAddress(text);
  if (address.length > MAX_LENGTH || !SCHEME_AND_HOST.test(address) || FORBIDDEN.test(address)) return false;
  return URL.canParse(address) && new URL(address).hostname !== '';
}
