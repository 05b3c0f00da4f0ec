// The JSON of the `wp/v2` routes, as far as a takeover reads them.
import { toWall } from '../../../src/core/time/zone.js';
import { countOf, datelessUrl, eventUrl, fileUrl, pageOf, type Site, type TermKey, termUrl } from './bodies.js';
import { eventMeta, organizerMeta, shortMeta, venueMeta } from './meta.js';
import type { OldEvent, OldFile, OldMedia, OldOrganizer, OldPost, OldTerm, OldUser, OldVenue } from './records.js';

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
    featured_media: 0,
    comment_status: 'open',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: { rendered: '' },
    caption: { rendered: media.description },
    alt_text: media.alt,
    media_type: 'image',
    mime_type: media.type,
    filename: media.file.path.split('/').at(-1),
    filesize: media.file.bytes.length,
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

type PostType = 'tribe_events' | 'tribe_venue' | 'tribe_organizer';

interface PostParts {
  readonly link: string;
  /** The address without a date. */
  readonly permalink: string;
  readonly meta: object;
  readonly excerpt?: string;
  readonly password?: string;
  readonly terms?: Readonly<Record<string, readonly number[]>>;
  readonly menuOrder?: number | undefined;
}

/** Made from the text if none is stored. */
const excerptOf = (html: string): string => {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const cut = words.length > 55 ? `${words.slice(0, 55).join(' ')} [&hellip;]` : words.join(' ');
  return cut && `<p>${cut}</p>\n`;
};

function postBody(post: OldPost, type: PostType, site: Site, parts: PostParts) {
  const { link, permalink, meta, excerpt = '', password = '', terms = {}, menuOrder } = parts;
  const isProtected = password !== '';
  const route = `${site.url}/wp-json/wp/v2/${type}`;
  return {
    id: post.id,
    date: stamp(toWall(post.dateUtc, site.data.zone)),
    date_gmt: stamp(post.dateUtc),
    guid: { rendered: permalink },
    modified: stamp(toWall(post.modifiedUtc, site.data.zone)),
    modified_gmt: stamp(post.modifiedUtc),
    slug: post.slug,
    status: post.status,
    type,
    link,
    title: { rendered: post.title },
    content: { rendered: isProtected ? '' : post.description, protected: isProtected },
    excerpt: { rendered: isProtected ? '' : excerpt || excerptOf(post.description), protected: isProtected },
    author: post.author,
    featured_media: post.image,
    ...(menuOrder !== undefined && { menu_order: menuOrder }),
    template: '',
    meta,
    ...terms,
    class_list: [`post-${post.id}`, type, `type-${type}`, `status-${post.status}`, 'hentry'],
    _links: { self: [{ href: `${route}/${post.id}` }], collection: [{ href: route }] },
  };
}

export const eventPostBody = (event: OldEvent, site: Site) =>
  postBody(event, 'tribe_events', site, {
    link: eventUrl(event, site),
    permalink: datelessUrl(event, site),
    meta: site.hasMeta ? eventMeta(event, site) : shortMeta(event),
    excerpt: event.excerpt,
    password: event.password,
    terms: { tags: event.tags, tribe_events_cat: event.categories },
    menuOrder: event.menuOrder,
  });

function contactPostBody(
  post: OldPost & { readonly password?: string },
  segment: 'venue' | 'organizer',
  site: Site,
  meta: object,
) {
  const link = pageOf(post, site, segment, `tribe_${segment}`);
  return postBody(post, `tribe_${segment}`, site, {
    ...{ link, permalink: link, meta: site.hasMeta ? meta : [] },
    ...(post.password !== undefined && { password: post.password }),
  });
}

export const venuePostBody = (venue: OldVenue, site: Site) => contactPostBody(venue, 'venue', site, venueMeta(venue));

export const organizerPostBody = (organizer: OldOrganizer, site: Site) =>
  contactPostBody(organizer, 'organizer', site, organizerMeta(organizer));

export const termPostBody = (key: TermKey, term: OldTerm, site: Site) => ({
  id: term.id,
  count: countOf(term.id, site),
  description: term.description,
  link: termUrl(key, term, site),
  name: term.name,
  slug: term.slug,
  taxonomy: key === 'categories' ? 'tribe_events_cat' : 'post_tag',
  ...(key === 'categories' && { parent: term.parent }),
  meta: [],
});

const typeNames = {
  post: 'posts',
  page: 'pages',
  attachment: 'media',
  tribe_events: 'tribe_events',
  tribe_venue: 'tribe_venue',
  tribe_organizer: 'tribe_organizer',
};

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
