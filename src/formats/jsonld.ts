// JSON-LD: an `ItemList` of schema.org.
import type { FeedFormat } from '../core/format.js';
import { openList, separated } from './json-text.js';
import { uriOf } from './uri.js';

export const jsonld: FeedFormat<'data'> = {
  name: 'jsonld',
  mediaType: 'application/ld+json',
  contentType: 'application/ld+json; charset=utf-8',
  items: 'data',
  isUnpaged: true,
  open: ({ title, description, page }) => ({
    start: () =>
      openList(
        {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          name: title,
          ...(description !== '' && { description }),
          url: uriOf(page),
          itemListOrder: 'https://schema.org/ItemListOrderAscending',
        },
        'itemListElement',
      ),
    item: separated((item, index) => ({ '@type': 'ListItem', position: index + 1, item })),
    end: () => '\n]}\n',
  }),
};
