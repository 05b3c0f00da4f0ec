// `robots.txt` and the sitemap for search engines: an index, and parts with the pages of one section each.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shapeOf } from '../core/facade.js';
import { isoInstant } from '../core/time/clock.js';
import { openPageEntry } from '../http/cached-page.js';
import { deliver, deliverFound } from '../http/deliver.js';
import type { Service } from '../http/service.js';
import { type PageRequest, pageRequestOf } from './calendar/page-request.js';
import { countParts, pagesOf, type SitemapPage, sectionsOf, viewPages } from './calendar/sitemap.js';
import { type Html, html } from './html.js';
import { fileHeaders, pageSiteOf } from './page-site.js';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const document = (root: Html): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;

/** Views have a part of their own. */
const views = 'pages';

async function indexOf(request: PageRequest): Promise<string> {
  const sections = Object.entries(sectionsOf(request));
  const counts = await Promise.all(sections.map(([, section]) => countParts(request, section)));
  const names = sections.flatMap(([name], at) =>
    Array.from({ length: counts[at] ?? 0 }, (_, part) => `${name}-${part + 1}`),
  );
  const url = (name: string) => html`<sitemap><loc>${request.call.site.baseUrl}/sitemap/${name}.xml</loc></sitemap>\n`;
  return document(html`<sitemapindex xmlns="${namespace}">\n${[`${views}-1`, ...names].map(url)}</sitemapindex>`);
}

/** One entry for each language, with links to all of them. */
function entriesOf({ urls, modified }: SitemapPage): readonly Html[] {
  const link = (code: string, url: string) => html`<xhtml:link rel="alternate" hreflang="${code}" href="${url}"/>`;
  const [first = ''] = urls.values();
  const links = urls.size > 1 && [...[...urls].map(([code, url]) => link(code, url)), link('x-default', first)];
  const changed = modified && html`<lastmod>${isoInstant(modified)}</lastmod>`;
  return [...urls.values()].map((url) => html`<url><loc>${url}</loc>${changed}${links}</url>\n`);
}

/** Undefined for a part that does not exist. */
async function partOf(request: PageRequest, file: string): Promise<string | undefined> {
  const [, name = '', number = ''] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(file) ?? [];
  const sections = sectionsOf(request);
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  const pages = section
    ? await pagesOf(request, section, Number(number))
    : name === views && number === '1'
      ? viewPages(request)
      : [];
  if (pages.length === 0) return undefined;
  return document(
    html`<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.flatMap(entriesOf)}</urlset>`,
  );
}

export function sitemapFiles(app: FastifyInstance, service: Service): void {
  const events = shapeOf(service.facades[0], 'event');

  /** Cached like a page. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    writeSitemap: (request: PageRequest) => Promise<string | undefined>,
  ): Promise<FastifyReply> => {
    const pageRequest = pageRequestOf(service, events, request, {});
    const entry = await openPageEntry(service, request, {}, pageRequest.call);
    if (entry.found) return deliverFound(request, reply, entry.found);
    try {
      const store = entry.reader ?? pageRequest.context.store;
      const text = await writeSitemap({ ...pageRequest, context: { ...pageRequest.context, store } });
      if (text === undefined) return reply.callNotFound() as unknown as FastifyReply;
      const bytes = Buffer.from(text);
      const tag = createHash('sha1').update(bytes).digest('base64url');
      const headers = { ...fileHeaders('application/xml; charset=utf-8', 'no-cache'), Vary: 'Accept-Encoding' };
      const rendered = { statusCode: 200, headers, bytes, tag };
      return await deliver(request, reply, rendered, entry.put(rendered));
    } finally {
      entry.end();
    }
  };

  app.get('/sitemap.xml', (request, reply) => send(request, reply, indexOf));
  app.get<{ Params: { file: string } }>('/sitemap/:file', (request, reply) =>
    send(request, reply, (pageRequest) => partOf(pageRequest, request.params.file)),
  );
  app.get('/robots.txt', (request, reply) => {
    const { site, path } = pageSiteOf(service, request);
    // The API stays allowed: Google Calendar reads feeds only if robots may.
    const lines = ['User-agent: *', `Disallow: ${path}/admin`, '', `Sitemap: ${site.baseUrl}/sitemap.xml`, ''];
    return reply.headers(fileHeaders('text/plain; charset=utf-8', 'public, max-age=3600')).send(lines.join('\n'));
  });
}
