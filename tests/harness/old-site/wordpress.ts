// The JSON of the `wp/v2` routes, as far as a takeover reads them.
import { toWall } from '../../../src/core/time/zone.js';
import { eventUrl, fileUrl, type Site } from './bodies.js';
import type { OldEvent, OldFile, OldMedia, OldPost, OldUser } from './records.js';

const stamp = (moment: string): string => moment.replace(' ', 'T');

const postStamps = (post: OldPost, { data }: Site) => ({
  date: stamp(toWall(post.dateUtc, data.zone)),
  date_gmt: stamp(post.dateUtc),
  modified: stamp(toWall(post.modifiedUtc, data.zone)),
  modified_gmt: stamp(post.modifiedUtc),
});

export function mediaBody(media: OldMedia, site: Site) {
  const sizeOf = (file: OldFile) => ({
    file: file.path.split('/').at(-1),
    width: file.width,
    height: file.height,
    mime_type: media.type,
    source_url: fileUrl(file, site),
  });
  const sizes = Object.entries({ ...media.sizes, full: media.file }).map(([name, file]) => [name, sizeOf(file)]);
  return {
    id: media.id,
    ...postStamps(media, site),
    guid: { rendered: fileUrl(media.file, site) },
    slug: media.slug,
    status: 'inherit',
    type: 'attachment',
    link: `${site.url}/?attachment_id=${media.id}`,
    title: { rendered: media.title },
    author: media.author,
    comment_status: 'open',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: { rendered: '' },
    caption: { rendered: media.description },
    alt_text: media.alt,
    media_type: 'image',
    mime_type: media.type,
    media_details: {
      width: media.file.width,
      height: media.file.height,
      file: media.file.path,
      filesize: media.file.bytes.length,
      sizes: Object.fromEntries(sizes),
    },
    post: null,
    source_url: fileUrl(media.file, site),
  };
}

export const userBody = ({ id, name, slug }: OldUser, { url }: Site) => ({
  id,
  name,
  url: '',
  description: '',
  link: `${url}/author/${slug}/`,
  slug,
  meta: [],
});

export const postBody = (event: OldEvent, site: Site) => ({
  id: event.id,
  ...postStamps(event, site),
  slug: event.slug,
  status: event.status,
  type: 'tribe_events',
  link: eventUrl(event, site),
  title: { rendered: event.title },
  content: { rendered: event.password ? '' : event.description, protected: event.password !== '' },
  author: event.author,
  featured_media: event.image,
});

const typeNames = { post: 'posts', page: 'pages', attachment: 'media', tribe_events: 'tribe_events' };

export const typesBody = ({ url }: Site) =>
  Object.fromEntries(
    Object.entries(typeNames).map(([slug, base]) => [
      slug,
      {
        description: '',
        hierarchical: slug === 'page',
        name: slug,
        slug,
        rest_base: base,
        rest_namespace: 'wp/v2',
        _links: { 'wp:items': [{ href: `${url}/wp-json/wp/v2/${base}` }] },
      },
    ]),
  );
