// URIs in feeds. Formats do not escape URIs, so characters that no URI has are percent-encoded: spaces, quotes, line breaks
// and everything outside ASCII.

const illegal = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/;
const everyIllegal = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu;

export function uriOf(text: string): string {
  if (!illegal.test(text)) return text;
  return text.toWellFormed().replace(everyIllegal, encodeURIComponent);
}
