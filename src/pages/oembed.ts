// oEmbed 1.0: what other sites show in the place of a link to an event, a series or a view of the calendar.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { readInteger } from '../core/kinds/number.js';
import { Invalid, invalidParams, Problem } from '../core/problem.js';
import { decodePart } from '../core/text/decode-part.js';
import { parseUrl } from '../core/text/parse-url.js';
import { deliver } from '../http/deliver.js';
import { readForm } from '../http/input.js';
import { problemOf, problemResponse } from '../http/problem.js';
import { queryText } from '../http/request.js';
import type { Service } from '../http/service.js';
import { embedPage } from './calendar/embed.js';
import { embeddedDates, embeddedEvent } from './calendar/embed-event.js';
import { type EmbedTarget, embedTargetOf } from './calendar/embed-target.js';
import type { PreviewImage } from './calendar/event-card.js';
import type { PageContent } from './calendar/frame.js';
import { withQuery } from './calendar/links.js';
import { type PageRequest, pageRequestOf } from './calendar/page-request.js';
import type { ImageBody } from './calendar/records.js';
import { type Html, html } from './html.js';
import { fileHeaders, type PageSite, pageSiteOf } from './page-site.js';

const formats = {
  json: {
    type: 'application/json; charset=utf-8',
    write: (body: OembedBody): string => JSON.stringify(body),
  },
  xml: {
    type: 'text/xml; charset=utf-8',
    write: (body: OembedBody): string => {
      const elements = Object.entries(body).map(([name, value]) => `<${name}>${html`${value}`.text}</${name}>`);
      return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
    },
  },
};

type OembedBody = Readonly<Record<string, string | number>>;

const usualWidth = 600;
const cacheSeconds = 3_600;
/** `/event/<slug>/` of a series leads to a date. */
const maxRedirects = 3;

/** Path and query below the site, of a URL of this site. */
function pageIn({ site, path }: PageSite, text: unknown): { readonly path: string; readonly query: Given } {
  const url = typeof text === 'string' ? parseUrl(text) : undefined;
  if (!url) throw invalidParams({ url: new Invalid('Must be an http or https URL.') });
  const isOurs = /^https?:$/.test(url.protocol) && url.host === new URL(site.baseUrl).host;
  if (!isOurs || !`${url.pathname}/`.startsWith(`${path}/`)) throw new Problem('no-route');
  return { path: url.pathname.slice(path.length) || '/', query: readForm(queryText(url.pathname + url.search)) };
}

function pixelsIn(query: Given, name: string): number | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  const pixels = typeof value === 'string' ? readInteger(value) : undefined;
  if (pixels === undefined || pixels < 1)
    throw invalidParams({ [name]: new Invalid('Must be a whole number greater than 0.') });
  return pixels;
}

/** The content of an embedded page, by the function that shows it. */
function contentAt(request: PageRequest, { path }: EmbedTarget) {
  const [, slug, day, number] = /^\/embed\/event\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (slug === undefined) return embedPage(request);
  const name = decodePart(slug);
  return day === 'all' ? embeddedDates(request, name) : embeddedEvent(request, { slug: name, day, number });
}

/** The largest size of an image within the limits; a card has one size only. */
function thumbnailOf(image: ImageBody | PreviewImage, maxWidth: number, maxHeight: number): OembedBody {
  const sizes = 'sizes' in image ? image.sizes : undefined;
  const [best] = [image, ...Object.values(sizes ?? {})]
    .filter(({ width, height }) => width <= maxWidth && height <= maxHeight)
    .sort((a, b) => b.width - a.width);
  if (!best) return {};
  return { thumbnail_url: best.url, thumbnail_width: best.width, thumbnail_height: best.height };
}

/** WordPress blocks links in the frame, unless its script handles them. It loads that script for a frame with a quotation
 * before it, which it hides when the frame sends its height. */
const quotation = ({ site }: PageSite, { title, path, pairs = [] }: PageContent): Html =>
  html`<blockquote><a href="${site.baseUrl}${withQuery(path, pairs)}">${title}</a></blockquote>`;

function oembedBody(
  pageSite: PageSite,
  target: EmbedTarget,
  content: PageContent,
  query: Given,
  isWordPress: boolean,
): OembedBody {
  const { site } = pageSite;
  const { title, image, card } = content;
  const [maxWidth = Infinity, maxHeight = Infinity] = ['maxwidth', 'maxheight'].map((name) => pixelsIn(query, name));
  const width = Math.min(usualWidth, maxWidth);
  const height = Math.min(image ? target.height + 180 : target.height, maxHeight);
  const src = site.baseUrl + withQuery(target.path, target.pairs);
  const frame = html`<iframe src="${src}" width="${width}" height="${height}" frameborder="0" title="${title}"></iframe>`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: site.name,
    provider_url: `${site.baseUrl}/`,
    cache_age: cacheSeconds,
    html: `${isWordPress ? quotation(pageSite, content).text : ''}${frame.text}`,
    width,
    height,
    ...(image && thumbnailOf(image, query.maxwidth ? maxWidth : usualWidth, maxHeight)),
    ...(card && thumbnailOf(card, maxWidth, maxHeight)),
  };
}

export function oembedEndpoint(app: FastifyInstance, service: Service): void {
  const events = shapeOf(service.facades[0], 'event');

  async function shown(request: FastifyRequest, query: Given): Promise<OembedBody> {
    const isWordPress = /^WordPress\//.test(request.headers['user-agent'] ?? '');
    const pageSite = pageSiteOf(service, request);
    let page = pageIn(pageSite, query.url);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const target = embedTargetOf(page.path, page.query);
      if (!target) break;
      const pageRequest = pageRequestOf(service, events, request, Object.fromEntries(target.pairs));
      const content = await contentAt(pageRequest, target);
      if (!('redirect' in content)) return oembedBody(pageSite, target, content, query, isWordPress);
      const url = new URL(content.redirect, pageSite.origin);
      page = { ...page, path: url.pathname.slice(`${pageSite.path}/embed`.length) };
    }
    throw new Problem('no-route');
  }

  app.get('/oembed', async (request, reply) => {
    const open = { 'Access-Control-Allow-Origin': '*' };
    try {
      const query = readForm(queryText(request.url));
      const { format = 'json' } = query;
      if (format !== 'json' && format !== 'xml') return reply.code(501).headers(open).send();
      const { type, write } = formats[format];
      const bytes = Buffer.from(write(await shown(request, query)));
      const headers = {
        ...fileHeaders(type, `public, max-age=0, s-maxage=60, must-revalidate`),
        ...open,
        Vary: 'Accept-Encoding, Accept-Language, User-Agent',
      };
      const tag = createHash('sha1').update(bytes).digest('base64url');
      return await deliver(request, reply, { statusCode: 200, headers, bytes, tag });
    } catch (error) {
      const problem = problemOf(error, request);
      const { statusCode, headers, body } = problemResponse(problem, service.facades[0]);
      // The specification has 401 for what is not public.
      return reply
        .code(problem.problem === 'protected' ? 401 : statusCode)
        .headers({ ...headers, ...open, 'Cache-Control': 'no-cache' })
        .send(body);
    }
  });
}
