// Parts of the old site's responses that a takeover does not read but clients do: links of WordPress, JSON-LD of embedded
// records, the order of lists, and lists by text or by the slug of a term.
import { fold } from '../../../src/core/text/fold.js';
import { textOfHtml } from '../../../src/core/text/html.js';
import type { OldRequestData } from './access.js';
import { type Answer, pagingOf } from './answer.js';
import { apiPath, type Site } from './bodies.js';
import type { OldData, OldTerm } from './records.js';
import { answer } from './routes.js';

// biome-ignore lint/suspicious/noExplicitAny: the bodies of the old site
type Body = any;

const wp = '/wp-json/wp/v2';

/** As WordPress escapes text for a script within HTML. */
const forScript = (html: string): string =>
  html
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n');

const maxWords = 55;

/** Without tags, and cut if there is no excerpt. */
function excerptOf(description = '', excerpt = ''): string {
  if (excerpt) return excerpt;
  const words = description
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gis, '')
    .replace(/<[^>]*>/g, '')
    .split(/\s+/);
  const text = words.length > maxWords ? `${words.slice(0, maxWords).join(' ')} [&hellip;]` : words.join(' ').trim();
  return text && `<p>${text}</p>\n`;
}

const dataTexts = (data: Body, name: string, { description, excerpt }: Body): Body => ({
  ...data,
  name: forScript(name),
  description: forScript(excerptOf(description, excerpt)),
});

/** Of a venue or an organizer. */
const contactData = (data: Body, contact: Body): Body =>
  data && dataTexts(data, contact.venue ?? contact.organizer, contact);

const hrefs = (...paths: readonly string[]) => paths.map((path) => ({ href: path }));

type Read = (path: string) => Body;

function eventDetails(event: Body, read: Read): Body {
  const withData = (list: string, one: Body) =>
    one && { ...one, json_ld: contactData(read(`${apiPath}/${list}/${one.id}`).json_ld, one) };
  const withAll = (list: string, all: Body[]) => all.map((one) => withData(list, one));
  const organizer = withAll('organizers', event.organizer);
  const venue = Array.isArray(event.venue) ? withAll('venues', event.venue) : withData('venues', event.venue);
  const [first] = [venue].flat();
  const { location: _, organizer: __, offers, ...others } = event.json_ld ?? {};
  const json_ld = {
    ...dataTexts(others, event.title, event),
    ...(first && { location: first.json_ld }),
    ...(organizer.length && { organizer: organizer[0].json_ld }),
    ...(offers && { offers: { ...offers, url: event.url, validFrom: `${event.date.slice(0, 10)}T00:00:00+00:00` } }),
  };
  return { ...event, venue, organizer, ...(event.json_ld && { json_ld }) };
}

type Core = (path: string) => string;

function termLinks({ id, parent, taxonomy }: Body, core: Core): Body {
  const base = taxonomy === 'post_tag' ? 'tags' : taxonomy;
  const types = taxonomy === 'post_tag' ? ['posts', 'tribe_events'] : ['tribe_events'];
  return {
    self: hrefs(core(`${base}/${id}`)),
    collection: hrefs(core(base)),
    about: hrefs(core(`taxonomies/${taxonomy}`)),
    ...(parent && { up: [{ embeddable: true, href: core(`${base}/${parent}`) }] }),
    'wp:post_type': hrefs(...types.map((type) => core(`${type}?${base}=${id}`))),
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  };
}

const byName = (terms: readonly OldTerm[], ids: readonly number[]): readonly number[] =>
  terms
    .filter(({ id }) => ids.includes(id))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ id }) => id);

function postDetails(post: Body, data: OldData, core: Core): Body {
  if (post.taxonomy) return { ...post, _links: termLinks(post, core) };
  const { id, type, featured_media: image } = post;
  const base = type === 'attachment' ? 'media' : type;
  const isOpen = !post.content?.protected;
  const stored = data.events.find((event) => event.id === id)?.excerpt ?? '';
  return {
    ...post,
    ...(post.excerpt && isOpen && { excerpt: { ...post.excerpt, rendered: excerptOf(post.content.rendered, stored) } }),
    ...(post.tags && {
      tags: byName(data.tags, post.tags),
      tribe_events_cat: byName(data.categories, post.tribe_events_cat),
    }),
    _links: {
      self: hrefs(core(`${base}/${id}`)),
      collection: hrefs(core(base)),
      about: hrefs(core(`types/${type}`)),
      author: [{ embeddable: true, href: core(`users/${post.author}`) }],
      ...(image > 0 && isOpen && { 'wp:featuredmedia': [{ embeddable: true, href: core(`media/${image}`) }] }),
      ...(post.tags &&
        isOpen && {
          'wp:term': [
            { taxonomy: 'post_tag', embeddable: true, href: core(`tags?post=${id}`) },
            { taxonomy: 'tribe_events_cat', embeddable: true, href: core(`tribe_events_cat?post=${id}`) },
          ],
        }),
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    },
  };
}

const names = (term: Body): string => fold(textOfHtml(term.name));

/** Terms by name, images and contacts by date; events have the order of the plugin. */
const inOrder = (a: Body, b: Body): number => {
  if (a.taxonomy) return names(a) < names(b) ? -1 : 1;
  return a.date_gmt === b.date_gmt ? b.id - a.id : a.date_gmt < b.date_gmt ? 1 : -1;
};

function details(path: string, body: Body, { data, url }: Site, read: Read): Body {
  if (body.code) return body;
  const core = (place: string) => `${url}${wp}/${place}`;
  const isPosts = path.startsWith(`${wp}/`) && path !== `${wp}/types`;
  if (isPosts && Array.isArray(body)) return body.map((post) => postDetails(post, data, core));
  if (isPosts) return postDetails(body, data, core);
  if (/\/events\/(\d+|by-slug\/.+)$/.test(path)) return eventDetails(body, read);
  if (/\/(venues|organizers)\/(\d+|by-slug\/.+)$/.test(path))
    return { ...body, json_ld: contactData(body.json_ld, body) };
  return /\/(categories|tags)\/\d+$/.test(path) ? { ...body, _links: termLinks(body, core) } : body;
}

/** IDs in place of slugs and of words. */
function queryByIds(query: URLSearchParams, data: OldData): URLSearchParams {
  const found = new URLSearchParams(query);
  for (const name of ['categories', 'tags'] as const) {
    const term = data[name].find(({ slug }) => slug === query.get(name));
    if (term) found.set(name, String(term.id));
  }
  const word = query.get('search')?.toLowerCase();
  if (word === undefined) return found;
  const ids = data.events
    .filter(
      ({ password, title, description, excerpt }) =>
        password === '' && textOfHtml(`${title} ${description} ${excerpt}`).toLowerCase().includes(word),
    )
    .map(({ id }) => id);
  found.delete('search');
  found.set('include', ids.join(',') || '0');
  return found;
}

/** The answer with these parts. */
export function answerForClients(request: OldRequestData, site: Site): Answer {
  const { path: asked, query } = request;
  const path = asked.replace(/\/$/, '');
  const isEvents = path === `${apiPath}/events`;
  const plain = answer({ ...request, query: isEvents ? queryByIds(query, site.data) : query }, site);
  if (!plain.headers['content-type']?.startsWith('application/json')) return plain;
  const read = (place: string, given = ''): Body =>
    JSON.parse(String(answer({ ...request, path: place, query: new URLSearchParams(given) }, site).body));
  const list = JSON.parse(String(plain.body));
  const isOrdered = path.startsWith(`${wp}/`) && Array.isArray(list) && !path.endsWith('/tribe_events');
  const { page = 1, perPage = 10 } = pagingOf(query, 10, 100) ?? {};
  const found = isOrdered
    ? read(path, 'per_page=100')
        .sort(inOrder)
        .slice((page - 1) * perPage, page * perPage)
    : list;
  const text = JSON.stringify(details(path, found, site, read));
  const word = query.get('search');
  const isSearch = isEvents && word !== null;
  return { ...plain, body: isSearch ? text.replace(/include=[^&"]*/g, `search=${encodeURIComponent(word)}`) : text };
}
