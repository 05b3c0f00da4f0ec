// Compares an ETag with `If-None-Match`.

/** True if the header contains the ETag, weak or strong, or `*`. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',', 100).some((part) => ['*', etag].includes(part.trim().replace(/^W\//, ''))));
