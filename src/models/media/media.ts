// Media: the library of pictures. Writers see all of it, everybody else the pictures of public records; the files
// themselves are public.
import { may } from '../../core/actor.js';
import { integerColumn, jsonColumn, type RowOf, sparseTextColumn, textColumn } from '../../core/column.js';
import { everything, is, matching, nothing } from '../../core/condition.js';
import { optional, required } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import { type PictureFile, pictureFile } from '../../core/kinds/picture.js';
import { filterText, htmlText, plainText } from '../../core/kinds/text.js';
import { type Picture, type PictureExtension, type PictureSize, Upload } from '../../core/picture.js';
import type { Policy, Question, Resource } from '../../core/resource.js';
import type { PreparingDesk, Row } from '../../core/store.js';
import { fold } from '../../core/text/fold.js';
import { stripTags } from '../../core/text/html.js';
import { slugify } from '../../core/text/slug.js';
import { searchWords } from '../../core/text/words.js';
import { samplePicture } from '../families/image.js';
import { answerPosts, invalidAddress, newestFirst } from '../families/place.js';
import { keepFiles, knownPicture, removeFiles } from './keeping.js';
import { mediaBody } from './present.js';
import { type Ready, readyAddress, readyUpload } from './ready.js';
import { usedInPublic } from './usage.js';

const mediaColumns = {
  author: integerColumn,
  date_utc: textColumn,
  modified_utc: textColumn,
  version: integerColumn,
  title: textColumn,
  alt_text: textColumn,
  caption: textColumn,
  /** The name that the file had; its own name is made from the hash. */
  name: textColumn,
  /** The foreign address that it was fetched from, so that it is fetched once. */
  origin: sparseTextColumn,
  hash: textColumn,
  extension: textColumn,
  width: integerColumn,
  height: integerColumn,
  filesize: integerColumn,
  sizes: jsonColumn<Readonly<Record<string, PictureSize>>>({}),
  slug: sparseTextColumn,
};
export type MediaRow = Row & Omit<RowOf<typeof mediaColumns>, 'extension'> & { readonly extension: PictureExtension };

const mediaPolicy: Policy = {
  change: 'publish',
  visible: (actor) => (may(actor, 'write') ? everything : usedInPublic),
  changeable: (actor) => {
    if (may(actor, 'edit-others')) return everything;
    return may(actor, 'publish') ? is('author', actor.id) : nothing;
  },
};

const prepareFile = (given: PictureFile, desk: PreparingDesk): Promise<Ready> =>
  given instanceof Upload ? readyUpload(given, desk) : readyAddress(given.address, desk);

interface NewFile extends Picture {
  readonly name: string;
  readonly origin: string;
}

const texts = ['title', 'alt_text', 'caption'] as const;

function settleMedia({ given, stored, call }: Question) {
  const changed = Object.fromEntries(texts.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  const stamp = { modified_utc: call.now, version: Number(stored?.version ?? 0) + 1 };
  const slug = given.slug === undefined ? '' : String(given.slug);
  if (stored) return { values: { ...changed, ...stamp }, ...(slug && slug !== stored.slug && { slugs: [slug] }) };
  const file = given.file as NewFile;
  const title = String(changed.title ?? stripTags(file.name.replace(/\.\w{1,5}$/, '')));
  return {
    slugs: [slug || slugify(title) || 'image'],
    values: {
      ...file,
      ...stamp,
      title,
      alt_text: '',
      caption: '',
      author: call.actor.id,
      date_utc: call.now,
      ...changed,
    },
  };
}

/** One white point, as small as a picture can be. */
const exampleFile =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC';

export const media: Resource = {
  name: 'media',
  path: 'media',
  schema: 'Media',
  about: 'Stored images.',
  noun: { one: 'image', a: 'an image', many: 'images' },
  table: 'media',
  sequence: 'post',
  addressedBy: ['id'],
  columns: mediaColumns,
  links: {},
  upload: 'file',
  fields: {
    file: required(pictureFile, 'The image: JPEG, PNG, WebP, GIF or AVIF', {
      bodyOnly: true,
      initial: true,
      prepare: prepareFile,
      example: exampleFile,
      sample: { ...samplePicture, sizes: {}, name: 'fair.jpg', origin: '' } satisfies NewFile,
    }),
    title: optional(plainText, 'Title; the name of the file when left out', {
      inForm: { help: 'Leave empty to use the file name.' },
      example: 'The fair at noon',
    }),
    alt_text: optional(plainText, 'What is to be seen, for those who do not see it', {
      inForm: { label: 'Alternative text', help: 'Describes the image to people who cannot see it.' },
      example: 'Stalls in the sun',
    }),
    caption: optional(htmlText, 'Caption, as HTML', { example: '<p>Photo: Mill Guild</p>' }),
  },
  readParams: {},
  filters: {
    search: filter(filterText, 'Media that hold all these words in title or alternative text', (text) => {
      const { wanted, unwanted } = searchWords(text);
      return matching(wanted, unwanted);
    }),
  },
  listed: () => everything,
  order: newestFirst,
  address: ({ page, perPage }) => [
    ['page', String(page)],
    ['per_page', String(perPage)],
  ],
  term: false,
  policy: mediaPolicy,
  settle: settleMedia,
  watched: ['author', 'date_utc', 'slug'],
  spoken: {},
  spokenKeys: [],
  keys: () => ({}),
  searched: ['words'],
  texts: (row) => {
    // The name that the file had is not shown to everybody who may search.
    const { title, alt_text } = row as MediaRow;
    return { words: fold([title, alt_text].join('\n')) };
  },
  known: knownPicture,
  removal: 'erase',
  unknown: invalidAddress,
  body: mediaBody,
  answerList: answerPosts('media'),
  wrap: { create: keepFiles, remove: removeFiles },
  refusals: { admit: ['not-accessible'] },
};
