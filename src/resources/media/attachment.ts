// The same library in the shape that clients of the reference platform know, at its address beside the drop-in mount.
import { fileName, type PictureSize, pictureTypes } from '../../core/picture.js';
import { present } from '../../core/present.js';
import type { Body, Output, Resource, View } from '../../core/resource.js';
import { paragraphs } from '../../core/text/html.js';
import { slugify } from '../../core/text/slug.js';
import { toWall } from '../../core/time/zone.js';
import { fileUrl } from '../families/image.js';
import { address, integer, out, text } from '../families/present.js';
import { type MediaRow, media } from './media.js';

const dated = (wall: string): string => wall.replace(' ', 'T');
const object = { type: 'object' };
const rendered = (html: string) => ({ rendered: html });

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
  date: out<MediaRow>(text, (row, { site }) => dated(toWall(row.date_utc, site.zone))),
  date_gmt: out<MediaRow>(text, (row) => dated(row.date_utc)),
  modified: out<MediaRow>(text, (row, { site }) => dated(toWall(row.modified_utc, site.zone))),
  modified_gmt: out<MediaRow>(text, (row) => dated(row.modified_utc)),
  slug: out<MediaRow>(text, (row) => slugify(row.title) || String(row.id)),
  status: out(text, () => 'inherit'),
  type: out(text, () => 'attachment'),
  link: out(address, (row, { site }) => `${site.baseUrl}/?attachment_id=${row.id}`),
  title: out<MediaRow>(object, (row) => ({ raw: row.title, ...rendered(row.title) })),
  author: out<MediaRow>(integer, (row) => row.author),
  caption: out<MediaRow>(object, (row) => ({ raw: row.caption, ...rendered(paragraphs(row.caption)) })),
  alt_text: out<MediaRow>(text, (row) => row.alt_text),
  media_type: out(text, () => 'image'),
  mime_type: out<MediaRow>(text, (row) => pictureTypes[row.extension]),
  media_details: out<MediaRow>(object, details),
  source_url: out<MediaRow>(address, (row, view) => fileUrl(fileName(row), view)),
};

/** A removal answers the record inside another object. */
const unlessRemoved = ({ schema, of }: Output): Output =>
  out(schema, (row, view) => (view.occasion === 'removed' ? undefined : of(row, view)));

export const attachment: Resource = {
  ...media,
  body: {
    ...Object.fromEntries(Object.entries(attachmentBody).map(([name, output]) => [name, unlessRemoved(output)])),
    deleted: out({ type: 'boolean' }, (_, { occasion }) => (occasion === 'removed' ? true : undefined)),
    previous: out(object, (row, view) =>
      view.occasion === 'removed' ? present(attachmentBody, row, view) : undefined,
    ),
  },
  answerList: ({ items }) => items,
};
