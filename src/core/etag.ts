// Whether a client has an answer already, by the tags that it sends.

/** The header lists the tag, as it is or as a weak one, or means any. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.split(',', 100).some((part) => ['*', etag].includes(part.trim().replace(/^W\//, ''))));
