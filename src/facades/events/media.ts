// The shape of images: the image object of other bodies, with texts and dates.
import { everything } from '../../core/condition.js';
import type { PrepareContext } from '../../core/context.js';
import { optional, required } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import { type PictureFile, pictureFile } from '../../core/kinds/picture.js';
import { htmlText, plainText, searchedText } from '../../core/kinds/text.js';
import { pictureTypes, Upload } from '../../core/picture.js';
import type { Body, Shape } from '../../core/shape.js';
import { paragraphs } from '../../core/text/html.js';
import { toWall } from '../../core/time/zone.js';
import type { MediaRow } from '../../models/media/columns.js';
import { media, type NewFile } from '../../models/media/media.js';
import { type PreparedImage, prepareImageUrl, prepareUpload } from '../../models/media/prepare.js';
import { matchingText } from '../search.js';
import { selfQuery } from '../self-query.js';
import { withExternalIds } from './external.js';
import { pictureBody, samplePicture, sizesSchema } from './image.js';
import { address, clock, integer, out, text } from './outputs.js';
import { listBody, newestFirst, recordNotFound } from './post.js';

const prepareFile = (given: PictureFile, context: PrepareContext): Promise<PreparedImage> =>
  given instanceof Upload ? prepareUpload(given, context) : prepareImageUrl(given.address, context);

/** A PNG of one white pixel. */
const exampleFile =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC';

const body: Body = {
  url: out<MediaRow>(
    { ...address, description: 'URL of the full-size image.' },
    (row, view) => pictureBody(row, row.id, view).url,
  ),
  id: out(integer, (row) => row.id),
  extension: out<MediaRow>(text, (row) => row.extension),
  width: out<MediaRow>(integer, (row) => row.width),
  height: out<MediaRow>(integer, (row) => row.height),
  filesize: out<MediaRow>({ ...integer, description: 'Size in bytes.' }, (row) => row.filesize),
  sizes: out<MediaRow>(sizesSchema, (row, view) => pictureBody(row, row.id, view).sizes),
  title: out<MediaRow>(text, (row) => row.title),
  alt_text: out<MediaRow>(text, (row) => row.alt_text),
  caption: out<MediaRow>(text, (row) => paragraphs(row.caption)),
  mime_type: out<MediaRow>(text, (row) => pictureTypes[row.extension]),
  author: out<MediaRow>(text, (row) => String(row.author)),
  date: out<MediaRow>(clock, (row, { site }) => toWall(row.date_utc, site.zone)),
  date_utc: out<MediaRow>(clock, (row) => row.date_utc),
  modified: out<MediaRow>(clock, (row, { site }) => toWall(row.modified_utc, site.zone)),
  modified_utc: out<MediaRow>(clock, (row) => row.modified_utc),
  source_url: out<MediaRow>(
    { ...address, description: 'Same as `url`.' },
    (row, view) => pictureBody(row, row.id, view).url,
  ),
};

export const mediaShape: Shape = withExternalIds({
  model: media,
  path: 'media',
  schema: 'Media',
  about: 'Images of the media library.',
  lookedUpBy: ['id'],
  upload: 'file',
  fields: {
    file: required(pictureFile, 'Image file: JPEG, PNG, WebP, GIF or AVIF.', {
      bodyOnly: true,
      createOnly: true,
      prepare: prepareFile,
      example: exampleFile,
      sample: { ...samplePicture, sizes: {}, name: 'fair.jpg', origin: '' } satisfies NewFile,
    }),
    title: optional(plainText, 'Title. Default: the file name.', {
      inForm: { help: 'Leave empty to use the file name.' },
      example: 'The fair at noon',
    }),
    alt_text: optional(plainText, 'Alternative text for people who cannot see the image.', {
      inForm: { label: 'Alternative text', help: 'Describes the image to people who cannot see it.' },
      example: 'Stalls in the sun',
    }),
    caption: optional(htmlText, 'Caption as HTML.', { example: '<p>Photo: Mill Guild</p>' }),
  },
  readParams: {},
  list: {
    filters: {
      search: filter(searchedText, 'Images that contain all these words in title or alternative text.', matchingText),
    },
    defaultScope: () => everything,
    order: newestFirst,
    selfQuery: selfQuery(),
    body: listBody('media'),
  },
  body,
  notFound: recordNotFound,
  errors: { read: ['not-accessible'] },
});
