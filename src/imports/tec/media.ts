// Images of the old site: from its media library, or from the records that use them if the library cannot be read. The file
// is fetched when the record is created.

import { isObject } from '../../core/is-object.js';
import { textOfHtml } from '../../core/text/html.js';
import { authorOf, type MapBody, type MapContext, mapped } from './mapping.js';
import type { Mapped } from './page.js';
import { type Body, defined, momentIn, pathIn, recordsIn, renderedIn, textIn } from './values.js';

/** Paths of the file and of its sizes. */
const pathsOf = (urls: readonly string[], base: URL): readonly string[] => [
  ...new Set(urls.flatMap((url) => pathIn(url, base) ?? [])),
];

const sizesIn = (details: unknown, name: string): readonly Body[] =>
  isObject(details) && isObject(details[name]) ? Object.values(details[name]).filter(isObject) : [];

/** An attachment of `wp/v2/media`. Undefined for other files than images. */
export const mapMedia: MapBody = (body, context) => {
  const url = textIn(body, 'source_url');
  if (textIn(body, 'media_type') !== 'image' || url === '') return undefined;
  const sizes = sizesIn(body.media_details, 'sizes').map((size) => textIn(size, 'source_url'));
  const stored = defined({ date_utc: momentIn(body, 'date_gmt'), modified_utc: momentIn(body, 'modified_gmt') });
  const title = textOfHtml(renderedIn(body, 'title'));
  return mapped('media', { ...body, url }, context, {
    fields: defined({
      title: title || undefined,
      alt_text: textOfHtml(textIn(body, 'alt_text')),
      caption: renderedIn(body, 'caption').trim(),
    }),
    initial: { file: url },
    ...authorOf(body),
    stored,
    paths: pathsOf(sizes, context.base),
  });
};

/** The image object inside an event, venue or organizer. */
export function mapImages(body: Body, context: MapContext): readonly Mapped[] {
  return recordsIn(body, 'image').flatMap((image) => {
    const url = textIn(image, 'url');
    const sizes = sizesIn(image, 'sizes').map((size) => textIn(size, 'url'));
    const found =
      url &&
      mapped('media', image, context, { fields: {}, initial: { file: url }, paths: pathsOf(sizes, context.base) });
    return found ? [found] : [];
  });
}
