// The body of a stored picture: the image object as it stands in other bodies, and its texts and dates.
import { pictureTypes } from '../../core/picture.js';
import type { Body, View } from '../../core/resource.js';
import { paragraphs } from '../../core/text/html.js';
import { toWall } from '../../core/time/zone.js';
import { copyOf, imageBody, sizesSchema } from '../families/image.js';
import { address, clock, integer, out, text } from '../families/present.js';
import type { MediaRow } from './media.js';

type Image = NonNullable<ReturnType<typeof imageBody>>;

const imageOf = (row: MediaRow, view: View): Image => imageBody(copyOf(row), view) as Image;

export const mediaBody: Body = {
  url: out<MediaRow>({ ...address, description: 'The image in its full size' }, (row, view) => imageOf(row, view).url),
  id: out(integer, (row) => row.id),
  extension: out<MediaRow>(text, (row) => row.extension),
  width: out<MediaRow>(integer, (row) => row.width),
  height: out<MediaRow>(integer, (row) => row.height),
  filesize: out<MediaRow>({ ...integer, description: 'In bytes' }, (row) => row.filesize),
  sizes: out<MediaRow>(sizesSchema, (row, view) => imageOf(row, view).sizes),
  title: out<MediaRow>(text, (row) => row.title),
  alt_text: out<MediaRow>(text, (row) => row.alt_text),
  caption: out<MediaRow>(text, (row) => paragraphs(row.caption)),
  mime_type: out<MediaRow>(text, (row) => pictureTypes[row.extension]),
  author: out<MediaRow>(text, (row) => String(row.author)),
  date: out<MediaRow>(clock, (row, { site }) => toWall(row.date_utc, site.zone)),
  date_utc: out<MediaRow>(clock, (row) => row.date_utc),
  modified: out<MediaRow>(clock, (row, { site }) => toWall(row.modified_utc, site.zone)),
  modified_utc: out<MediaRow>(clock, (row) => row.modified_utc),
  source_url: out<MediaRow>({ ...address, description: 'The same as url' }, (row, view) => imageOf(row, view).url),
};
