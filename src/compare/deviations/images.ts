// Deviations of image files and of the media library.
import { textOfHtml } from '../../core/text/html.js';
import { slugify } from '../../core/text/slug.js';
import type { Difference } from '../difference.js';
import { placeholder } from '../site-url.js';
import { type Deviation, isMissing, isText, lastKey, newRecordAt, object, type Pair } from './deviation.js';

/** The address of an image file on the new side. */
const isMediaFile = (value: unknown, { sites }: Pair): boolean =>
  isText(value) && sites.new.inText(value).startsWith(`${placeholder}/media/`);

const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function isImageFile(difference: Difference, pair: Pair): boolean {
  const key = lastKey(difference);
  const { kind, old, new: now } = difference;
  if (/\/sizes\//.test(difference.pattern) || key === 'sizes') return isVariant(difference, pair);
  if (/^(url|image|source_url|rendered)$/.test(key)) return kind === 'value' && isText(old) && isMediaFile(now, pair);
  if (key === 'filesize') return isSize(now) && (kind === 'extra' || isSize(old));
  return key === 'extension' && old === 'jpeg' && now === 'jpg';
}

/** A variant of Almanac has an address, a width and a height; the set of variants is that of the site. */
function isVariant({ kind, pattern, new: now }: Difference, pair: Pair): boolean {
  const isWhole = /\/sizes(\/[^/]+)?$/.test(pattern);
  if (kind === 'missing') return true;
  if (isWhole) {
    const variants = /\/sizes$/.test(pattern) ? Object.values(object(now)) : [now];
    return variants.every((variant) => isMediaFile(object(variant).url ?? object(variant).source_url, pair));
  }
  if (/\/(url|source_url)$/.test(pattern)) return isMediaFile(now, pair);
  return /\/(width|height|filesize)$/.test(pattern) ? isSize(now) : isText(now);
}

const mediaRoute = /\/wp\/v2\/media(\/|$)/;

/** The last part of the address of the file. */
function fileNameBeside({ pointer, pattern }: Difference, pair: Pair): string | undefined {
  const record = newRecordAt(pair, pattern.startsWith('/*') ? pointer.split('/').slice(1, 2) : []);
  return String(object(record).source_url).split('/').at(-1);
}

function isSlugOfTitle({ new: now, parents }: Difference): boolean {
  const slug = slugify(textOfHtml(String(object(object(parents?.new).title).rendered)));
  return (
    isText(now) &&
    slug !== '' &&
    (now === slug || (now.startsWith(`${slug}-`) && /^\d+$/.test(now.slice(slug.length + 1))))
  );
}

export const imageDeviations: readonly Deviation[] = [
  {
    id: 'image-files',
    where: '`image/url`, `image/filesize`, `image/sizes`, `json_ld/image`',
    about: 'Images are encoded again: they have their own file names, sizes in bytes and variants.',
    pattern: /(^|\/)image(\/(url|filesize|extension|sizes(\/.+)?))?$/s,
    holds: (difference, pair) => {
      const isWholeImage = /\/image$/.test(difference.pattern);
      return (!isWholeImage || /\/json_ld\//.test(difference.pattern)) && isImageFile(difference, pair);
    },
  },
  {
    id: 'wordpress-image-files',
    where: '`wp/v2/media`: `guid`, `source_url`, `filename`, `filesize`, `media_details`',
    about: 'The files of images in the library have their own names, sizes in bytes and variants.',
    pattern:
      /^(\/\*)?\/(guid\/rendered|source_url|filename|filesize|media_details\/(file|filesize|image_meta|sizes)(\/.+)?)$/,
    route: mediaRoute,
    holds: (difference, pair) => {
      const key = lastKey(difference);
      if (key === 'image_meta') return isMissing(difference);
      return /\/(filename|media_details\/file)$/.test(difference.pattern)
        ? difference.new === fileNameBeside(difference, pair)
        : isImageFile(difference, pair);
    },
  },
  {
    id: 'wordpress-image-record',
    where: '`wp/v2/media`: `post`, `link`, `slug`, `description`, `comment_status`',
    about:
      'Images belong to no single record and have no comments: `post` is null, `link` is the plain address, `slug` is made from the title and `description` is empty.',
    pattern: /^(\/\*)?\/(post|link|slug|description\/rendered|comment_status)$/,
    route: mediaRoute,
    holds: (difference, { sites }) => {
      const { old, new: now, parents } = difference;
      const key = lastKey(difference);
      if (key === 'post') return now === null;
      if (key === 'rendered') return now === '';
      if (key === 'slug') return isSlugOfTitle(difference);
      if (key === 'comment_status') return old === 'open' && now === 'closed';
      return isText(now) && sites.new.inText(now) === `${placeholder}/?attachment_id=${object(parents?.new).id}`;
    },
  },
];
