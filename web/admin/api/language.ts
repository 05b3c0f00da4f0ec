// The reader's language as Intl accepts it. A browser may report a POSIX locale instead of a language tag: Chromium under
// LANG=C.UTF-8 says `en-US@posix`, which every Intl constructor refuses with a RangeError.

/** The tag in its canonical spelling, without a POSIX suffix; undefined for one that Intl refuses. */
export function validLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replace(/[.@].*$/, '').replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The first of the preferred tags that is valid and, where `base` is given, of that language. */
export const preferredLanguage = (tags: readonly string[], fallback: string, base?: string): string =>
  tags
    .flatMap((tag) => validLanguage(tag) ?? [])
    .find((tag) => base === undefined || new Intl.Locale(tag).language === base) ?? fallback;
