// NDJSON: the JSON of one record per line.
import type { FeedFormat } from '../core/format.js';
import { jsonText } from './json-text.js';

export const ndjson: FeedFormat<'bodies'> = {
  name: 'ndjson',
  mediaType: 'application/x-ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  items: 'bodies',
  isUnpaged: true,
  open: () => ({ start: () => '', item: (body) => `${jsonText(body)}\n`, end: () => '' }),
};
