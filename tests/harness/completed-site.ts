// The old site with the parts that a takeover does not read but clients do: links of WordPress, JSON-LD of embedded records,
// the order of lists, and lists by text or by the slug of a term.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fold } from '../../src/core/text/fold.js';
import { textOfHtml } from '../../src/core/text/html.js';
import type { OldTerm } from './old-site/records.js';
import type { OldSite } from './old-site/server.js';

// biome-ignore lint/suspicious/noExplicitAny: the bodies of the old site
type Body = any;

const api = '/wp-json/tribe/events/v1';
const wp = '/wp-json/wp/v2';

export interface CompletedSite {
  readonly url: string;
  readonly methods: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

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

export async function startCompletedSite(site: OldSite): Promise<CompletedSite> {
  const { data } = site;
  const methods = new Set<string>();
  const read = async (path: string): Promise<Body> => (await fetch(site.url + path)).json();
  const core = (path: string) => `${site.url}${wp}/${path}`;

  async function completedEvent(event: Body): Promise<Body> {
    const withData = async (list: string, one: Body) =>
      one && { ...one, json_ld: contactData((await read(`${api}/${list}/${one.id}`)).json_ld, one) };
    const withAll = (list: string, all: Body[]) => Promise.all(all.map((one) => withData(list, one)));
    const organizer = await withAll('organizers', event.organizer);
    const venue = Array.isArray(event.venue)
      ? await withAll('venues', event.venue)
      : await withData('venues', event.venue);
    const [first] = [venue].flat();
    const { location: _, organizer: __, offers, ...own } = event.json_ld ?? {};
    const json_ld = {
      ...dataTexts(own, event.title, event),
      ...(first && { location: first.json_ld }),
      ...(organizer.length && { organizer: organizer[0].json_ld }),
      ...(offers && { offers: { ...offers, url: event.url, validFrom: `${event.date.slice(0, 10)}T00:00:00+00:00` } }),
    };
    return { ...event, venue, organizer, ...(event.json_ld && { json_ld }) };
  }

  const termLinks = ({ id, parent, taxonomy }: Body) => {
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
  };

  const byName = (terms: readonly OldTerm[], ids: readonly number[]): readonly number[] =>
    terms
      .filter(({ id }) => ids.includes(id))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ id }) => id);

  function completedPost(post: Body): Body {
    if (post.taxonomy) return { ...post, _links: termLinks(post) };
    const { id, type, featured_media: image } = post;
    const base = type === 'attachment' ? 'media' : type;
    const isOpen = !post.content?.protected;
    return {
      ...post,
      ...(post.excerpt &&
        isOpen && { excerpt: { ...post.excerpt, rendered: excerptOf(post.content.rendered, stored(id)) } }),
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

  const stored = (id: number): string => data.events.find((event) => event.id === id)?.excerpt ?? '';

  const names = (term: Body): string => fold(textOfHtml(term.name));

  /** Terms by name, images and contacts by date; events have the order of the plugin. */
  const inOrder = (a: Body, b: Body): number => {
    if (a.taxonomy) return names(a) < names(b) ? -1 : 1;
    return a.date_gmt === b.date_gmt ? b.id - a.id : a.date_gmt < b.date_gmt ? 1 : -1;
  };

  async function completed(path: string, body: Body): Promise<Body> {
    if (body.code) return body;
    if (path.startsWith(`${wp}/`) && path !== `${wp}/types`)
      return Array.isArray(body) ? body.map(completedPost) : completedPost(body);
    if (/\/events\/(\d+|by-slug\/.+)$/.test(path)) return completedEvent(body);
    if (/\/(venues|organizers)\/(\d+|by-slug\/.+)$/.test(path))
      return { ...body, json_ld: contactData(body.json_ld, body) };
    return /\/(categories|tags)\/\d+$/.test(path) ? { ...body, _links: termLinks(body) } : body;
  }

  /** IDs in place of slugs and of words. */
  function asked(query: URLSearchParams): URLSearchParams {
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

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    methods.add(request.method ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '/', site.url);
    const isEvents = pathname.replace(/\/$/, '') === `${api}/events`;
    const query = isEvents ? asked(searchParams) : searchParams;
    const reply = await fetch(`${site.url}${pathname}?${query}`);
    const list = await reply.json();
    const isOrdered = pathname.startsWith(`${wp}/`) && Array.isArray(list) && !pathname.endsWith('/tribe_events');
    const page = Number(query.get('page') ?? 1);
    const found = isOrdered
      ? (await read(`${pathname}?per_page=100`)).sort(inOrder).slice(page * 10 - 10, page * 10)
      : list;
    const headers = Object.fromEntries(
      [...reply.headers].filter(([name]) => /^(content-type|x-(tec|wp)-total(pages)?)$/.test(name)),
    );
    const text = JSON.stringify(await completed(pathname.replace(/\/$/, ''), found));
    const word = searchParams.get('search');
    const shown =
      isEvents && word !== null ? text.replace(/include=[^&"]*/g, `search=${encodeURIComponent(word)}`) : text;
    response.writeHead(reply.status, headers).end(shown);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
