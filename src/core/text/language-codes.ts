// Language codes (BCP 47).

/** Distinct codes in their usual spelling: `fr-ca` becomes `fr-CA`. Undefined if one of them is invalid. */
export function languageCodesOf(codes: readonly string[]): readonly string[] | undefined {
  try {
    return [...new Set(codes.map((code) => String(new Intl.Locale(code))))];
  } catch {
    return undefined;
  }
}
