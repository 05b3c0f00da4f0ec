// Which texts are web addresses we accept for a website or an image.

const MAX_LENGTH = 2048;

const SCHEME_AND_HOST = /^(?:https?|ftp):\/\/[^/?#\\]/i;

// Blanks and controls anywhere, and the characters no address holds unescaped, whatever the parser would repair.
const FORBIDDEN = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>"\\]/u;

/** The address as it is kept: outer blanks gone, otherwise exactly as given. */
export function cleanWebAddress(text: string): string {
  return text.trim();
}

/** An absolute http, https or ftp address with a host; outer blanks are overlooked. */
export function isWebAddress(text: string): boolean {
  const address = cleanWebAddress(text);
  if (address.length > MAX_LENGTH || !SCHEME_AND_HOST.test(address) || FORBIDDEN.test(address)) return false;
  return URL.canParse(address) && new URL(address).hostname !== '';
}
