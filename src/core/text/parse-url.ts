/** Undefined for an invalid URL. Not `URL.canParse`: once optimized, it rejects Latin-1 letters on Node 20 and 22. */
export function parseUrl(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
