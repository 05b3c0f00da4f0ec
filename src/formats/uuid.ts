// UUIDs derived from a text (RFC 9562, version 8): the same text has the same UUID on every machine.
import { createHash } from 'node:crypto';

export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // The first digit of the fourth group is the variant: 8, 9, a or b.
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
