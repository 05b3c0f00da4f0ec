// The header Accept-Language.

/** The best match, if any. `fr-CA` matches `fr`, and `fr` matches `fr-CA`. At most 20 entries are read. */
export function preferredLanguage(languages: readonly string[], acceptLanguage = ''): string | undefined {
  const preferences = acceptLanguage
    .split(',', 20)
    .map((part) => {
      const [code = '', quality = 'q=1'] = part.split(';').map((text) => text.trim().toLowerCase());
      return { code, quality: Number(quality.replace(/^q=/, '')) || 0 };
    })
    .filter(({ code, quality }) => code !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const [base, lower] = [(code: string) => code.split('-')[0], (code: string) => code.toLowerCase()];
  for (const { code } of preferences) {
    const exact = languages.find((language) => lower(language) === code);
    const close = exact ?? languages.find((language) => base(lower(language)) === base(code));
    if (close !== undefined) return close;
  }
  return undefined;
}
