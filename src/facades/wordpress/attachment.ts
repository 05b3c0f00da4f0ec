// `media`: the media library in the format of WordPress attachments.
import type { Actor } from '../../core/actor.js';
import { any, type Condition, everything, not, nothing, oneOf } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { type Filters, filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { idOrNone, maxItems, readItems } from '../../core/kinds/number.js';
import { filterText, slugText } from '../../core/kinds/text.js';
import { fileName, type PictureSize, pictureTypes } from '../../core/picture.js';
import { present } from '../../core/present.js';
import { Problem } from '../../core/problem.js';
import type { Body, Output, Shape, View } from '../../core/shape.js';
import { paragraphs } from '../../core/text/html.js';
import type { MediaRow } from '../../models/media/columns.js';
import { usedByReadable } from '../../models/media/usage.js';
import { fileUrl } from '../events/image.js';
import { mediaShape } from '../events/media.js';
import { address, integer, out, text } from '../events/outputs.js';
import { matchingText } from '../search.js';
import {
  commonFilters,
  editable,
  orderFilters,
  postFilters,
  postOrder,
  refuseUnsupported,
  searchFilter,
} from './collection.js';
import { contextFor } from './context.js';
import { authorizeReader } from './reading.js';
import { dateGmt, dateIn, escaped, linkTo, rendered } from './rendered.js';

const object = { type: 'object' };

function details(row: MediaRow, view: View) {
  const sizeOf = (name: string, { width, height }: Pick<PictureSize, 'width' | 'height'>) => ({
    file: name,
    width,
    height,
    mime_type: pictureTypes[row.extension],
    source_url: fileUrl(name, view),
  });
  const sizes = Object.entries(row.sizes).map(([name, size]) => [name, sizeOf(fileName(row, size), size)]);
  const { width, height, filesize } = row;
  return {
    width,
    height,
    file: fileName(row),
    filesize,
    sizes: { ...Object.fromEntries(sizes), full: sizeOf(fileName(row), row) },
  };
}

const attachmentBody: Body = {
  id: out(integer, (row) => row.id),
  date: out<MediaRow>(text, (row, view) => dateIn(row.date_utc, view)),
  date_gmt: out<MediaRow>(text, (row) => dateGmt(row.date_utc)),
  guid: out<MediaRow>(object, (row, view) => ({ rendered: fileUrl(fileName(row), view) })),
  modified: out<MediaRow>(text, (row, view) => dateIn(row.modified_utc, view)),
  modified_gmt: out<MediaRow>(text, (row) => dateGmt(row.modified_utc)),
  slug: out<MediaRow>(text, (row) => row.slug),
  status: out(text, () => 'inherit'),
  type: out(text, () => 'attachment'),
  link: out(address, (row, { site }) => `${site.baseUrl}/?attachment_id=${row.id}`),
  title: out<MediaRow>(object, (row, view) => rendered(escaped(row.title), row.title, view)),
  author: out<MediaRow>(integer, (row) => row.author),
  featured_media: out(integer, () => 0),
  comment_status: out(text, () => 'closed'),
  ping_status: out(text, () => 'closed'),
  template: out(text, () => ''),
  meta: out({ type: 'array', items: text, maxItems: 0 }, () => []),
  description: out(object, () => ({ rendered: '' })),
  caption: out<MediaRow>(object, (row, view) => rendered(paragraphs(row.caption), row.caption, view)),
  alt_text: out<MediaRow>(text, (row) => row.alt_text),
  media_type: out(text, () => 'image'),
  mime_type: out<MediaRow>(text, (row) => pictureTypes[row.extension]),
  media_details: out<MediaRow>(object, details),
  post: out(
    { type: 'null', description: 'Always null: several records can use an image. See the `parent` filter.' },
    () => null,
  ),
  source_url: out<MediaRow>(address, (row, view) => fileUrl(fileName(row), view)),
  filename: out<MediaRow>(text, (row) => fileName(row)),
  filesize: out<MediaRow>(integer, (row) => row.filesize),
  _links: out<MediaRow>(object, (row, view) => ({
    self: [linkTo(view, `media/${row.id}`)],
    collection: [linkTo(view, 'media')],
    about: [linkTo(view, 'types/attachment')],
  })),
};

/** Omits a key after a removal, whose response holds the record under `previous`. */
const unlessRemoved = ({ schema, of }: Output): Output =>
  out(schema, (row, view) => (view.occasion === 'removed' ? undefined : of(row, view)));

const listKind = <Item>(item: Kind<Item>): Kind<readonly Item[]> => ({
  declared: { type: 'array', items: item.declared },
  schema: { anyOf: [item.schema, { type: 'array', items: item.schema, maxItems }] },
  read: (input, call) => readItems(input).map((one) => item.read(one, call)),
});

const ids = listKind(idOrNone);
const mediaTypes = listKind(choice(['image', 'video', 'text', 'application', 'audio']));
const mimeTypes = listKind(filterText);

/** Images used by those of these records that the caller may read; 0 for images that no readable record uses. */
const usedBy = (found: readonly number[], actor: Actor): Condition => {
  const records = found.filter((id) => id !== 0);
  return any(
    found.includes(0) ? not(usedByReadable(actor)) : nothing,
    records.length ? usedByReadable(actor, records) : nothing,
  );
};

const extensionsOf = (types: readonly string[]): readonly string[] =>
  Object.entries(pictureTypes).flatMap(([extension, type]) => (types.includes(type) ? [extension] : []));

const sortable = {
  author: 'author',
  date: 'date_utc',
  id: 'id',
  modified: 'modified_utc',
  slug: 'slug',
  title: 'title',
};

const filters: Filters = refuseUnsupported('posts', {
  ...commonFilters('write'),
  search: searchFilter('Images that contain all these words in title or alternative text.', matchingText),
  ...postFilters,
  ...orderFilters([...Object.keys(sortable), 'include'], 'desc', 'date'),
  parent: filter(ids, 'Images used by the records with these IDs, 0 for unused images.', (found, _, { actor }) =>
    usedBy(found, actor),
  ),
  parent_exclude: filter(ids, 'Images not used by the records with these IDs.', (found, _, { actor }) =>
    not(usedBy(found, actor)),
  ),
  status: filter(choice(['inherit']), 'Status of images: always `inherit`.', undefined, {
    documentedDefault: 'inherit',
  }),
  media_type: filter(mediaTypes, 'Media types. All media are images.', (found) =>
    found.includes('image') ? everything : nothing,
  ),
  mime_type: filter(mimeTypes, 'Images of these MIME types.', (found) => oneOf('extension', extensionsOf(found))),
});

export const attachmentShape: Shape = {
  ...mediaShape,
  fields: {
    ...mediaShape.fields,
    slug: optional(slugText, 'Slug. Default: generated from the title.', { example: 'fair' }),
  },
  readParams: { context: optional(contextFor('write'), '`edit` for callers who may edit the image.') },
  removeParams: { force: optional(flag, 'Must be `true`: images cannot be moved to the trash.', { example: true }) },
  list: {
    ...mediaShape.list,
    filters,
    defaultScope: (query, { actor }) => editable(query, mediaShape.model.policy.changeable(actor)),
    order: postOrder(sortable),
    pastEnd: 'no-post-page',
    body: ({ items }) => items,
  },
  body: {
    ...Object.fromEntries(Object.entries(attachmentBody).map(([name, output]) => [name, unlessRemoved(output)])),
    deleted: out({ type: 'boolean' }, (_, { occasion }) => (occasion === 'removed' ? true : undefined)),
    previous: out(object, (row, view) =>
      view.occasion === 'removed' ? present(attachmentBody, row, view) : undefined,
    ),
  },
  notFound: () => new Problem('no-post'),
  authorizeRead: authorizeReader,
  // Images have no trash, so that WordPress clients must confirm the permanent removal with `force=true`.
  authorizeRemove: ({ force }) => {
    if (force !== true) throw new Problem('needs-force');
  },
};
