// The API documentation: the OpenAPI document of the native facade as pages, one for each tag. Readable without a
// script; searching and sending requests need one.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../core/actor.js';
import { openapiOf } from '../../facades/openapi/document.js';
import type { Service } from '../../http/service.js';
import { assetLinks } from '../assets.js';
import { brand, iconLinks } from '../brand.js';
import { type Html, html, page } from '../html.js';
import { apiDiscoveryTags, type PageSite, pageHeaders, pageSiteOf } from '../page-site.js';
import { type DocsContext, type OpenApi, operationsOf, type Tag, tagPath } from './document.js';
import { introduction } from './introduction.js';
import { navigation } from './navigation.js';
import { operationSection, schemaSection } from './operation.js';
import { credentials } from './try-it.js';

const policy = ["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"];

interface DocsPage {
  readonly title: string;
  /** Below the site's path. */
  readonly path: string;
  readonly body: Html;
}

function frame(pageSite: PageSite, context: DocsContext, { title, path: current, body }: DocsPage): Html {
  const { path, native, site } = pageSite;
  return page({
    title: `${title} – ${site.name} API documentation`,
    head: html`${iconLinks(pageSite)}${apiDiscoveryTags(pageSite)}${assetLinks('web/docs/main.ts', path)}`,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header>${brand(pageSite, `${path}/`)}
<p><a href="${path}/">Calendar</a> <a href="${path}/admin">Console</a> <a href="${path}${native.prefix}/doc">OpenAPI</a></p></header>
<div class="columns" data-server="${context.server}" data-api="${path}${native.prefix}">
${navigation(context, current)}
<main id="content" tabindex="-1">
${body}
</main>
</div>`,
  });
}

const tagPage = (tag: Tag, context: DocsContext): DocsPage => ({
  title: tag.name,
  path: tagPath(tag),
  body: html`<h1>${tag.name}</h1>
<p class="lead">${tag.description}</p>
${credentials}
${operationsOf(context.document, tag.name).map((operation) => operationSection(operation, context))}`,
});

const schemasPage = (context: DocsContext): DocsPage => ({
  title: 'Schemas',
  path: '/docs/schemas',
  body: html`<h1>Schemas</h1>
<p class="lead">Request and response bodies.</p>
${Object.keys(context.document.components.schemas).map((name) => schemaSection(name, context))}`,
});

function pageAt(path: string, context: DocsContext): DocsPage | undefined {
  if (path === '/docs') return { title: 'Introduction', path, body: introduction(context) };
  if (path === '/docs/schemas') return schemasPage(context);
  const tag = context.document.tags.find((one) => tagPath(one) === path);
  return tag && tagPage(tag, context);
}

export function docsPages(app: FastifyInstance, service: Service): void {
  const send = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const pageSite = pageSiteOf(service, request);
    const call = { actor: anonymous, facade: pageSite.native, site: pageSite.site, now: service.now() };
    const document: OpenApi = openapiOf(call);
    const context = { document, path: pageSite.path, server: document.servers[0]?.url ?? '' };
    const found = pageAt(path, context);
    if (!found) return reply.callNotFound();
    return reply.headers(pageHeaders(pageSite, policy)).send(frame(pageSite, context, found).text);
  };
  app.get('/docs', (request, reply) => send(request, reply, '/docs'));
  app.get<{ Params: { part: string } }>('/docs/:part', (request, reply) =>
    send(request, reply, `/docs/${request.params.part}`.toLowerCase().replace(/\/$/, '')),
  );
}
