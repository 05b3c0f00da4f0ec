// The browser's language as a tag that Intl accepts. A browser may report a POSIX locale instead: Chromium under
// LANG=C.UTF-8 says `en-US@posix`, for which every Intl constructor throws a RangeError.

/** The canonical tag without a POSIX suffix; undefined if it is invalid. */
export function validLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replace(/[.@].*/s, '').replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The first valid tag, of the language `base` if that is given. */
export const preferredLanguage = (tags: readonly string[], fallback: string, base?: string): string =>
  tags
    .flatMap((tag) => validLanguage(tag) ?? [])
    .find((tag) => base === undefined || new Intl.Locale(tag).language === base) ?? fallback;
