// Compares an ETag with `If-None-Match`.

/** True if the header contains the ETag, weak or strong, or `*`. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header !== undefined;
  const accepted = ['*', strong(etag)];
  return header.split(',', 100).some((part) => accepted.includes(strong(part.trim())));
}

const strong = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
