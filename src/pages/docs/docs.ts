// The documentation for people: the native mount's own document as pages, one for each tag, with a form to try every
// operation. Read without a script; sending a request needs one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../core/actor.js';
import type { Service } from '../../http/service.js';
import { assetsOf } from '../assets.js';
import { escapeHtml, page } from '../html.js';
import { type Place, pageHeaders, placeOf } from '../place.js';
import { type OpenApi, operationsOf, type Tag } from './document.js';
import { type Context, operationSection, schemaSection } from './operation.js';
import { prose } from './prose.js';

const policy = ["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"];

const segment = (name: string): string => name.toLowerCase();

interface Shown {
  readonly title: string;
  /** Which entry of the navigation is open. */
  readonly at: string;
  readonly body: string;
}

function navigation({ document, path }: Context, at: string): string {
  const entry = (name: string, to: string, parts: string) =>
    `<li><a href="${path}/docs${to}"${to === at ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>${to === at ? parts : ''}</li>`;
  const operations = ({ name }: Tag) =>
    `<ul>${operationsOf(document, name)
      .map(({ operationId, summary }) => `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></li>`)
      .join('')}</ul>`;
  return `<nav aria-label="Documentation"><ul>
${entry('Start', '', '')}
${document.tags.map((tag) => entry(tag.name, `/${segment(tag.name)}`, operations(tag))).join('\n')}
${entry('Schemas', '/schemas', '')}
</ul></nav>`;
}

function frame(place: Place, context: Context, { title, at, body }: Shown): string {
  const { scripts, styles } = assetsOf('web/docs/main.ts');
  const path = escapeHtml(place.path);
  return page({
    title: `${title} – Almanac documentation`,
    path: place.path,
    head: [
      ...styles.map((file) => `<link rel="stylesheet" href="${path}${file}">`),
      ...scripts.map((file) => `<script type="module" src="${path}${file}"></script>`),
    ].join('\n'),
    body: `<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${path}/"><img src="${path}/favicon.svg" width="28" height="28" alt=""> Almanac</a>
<p><a href="${path}/">Calendar</a> <a href="${path}/admin">Console</a> <a href="${path}${escapeHtml(place.native.prefix)}/doc">OpenAPI</a></p></header>
<div class="columns" data-server="${escapeHtml(context.server)}" data-api="${path}${escapeHtml(place.native.prefix)}">
${navigation(context, at)}
<main id="content" tabindex="-1">
${body}
</main>
</div>`,
  });
}

function start({ document, server, path }: Context): Shown {
  const entries = document.tags.map(
    ({ name, description }) =>
      `<li><a href="${path}/docs/${segment(name)}">${escapeHtml(name)}</a> <span>${escapeHtml(description)}</span></li>`,
  );
  return {
    title: 'Start',
    at: '',
    body: `<h1>Documentation</h1>
${prose(document.info.description)}
<h2>First steps</h2>
<p>What is on next:</p>
<pre tabindex="0"><code>curl '${escapeHtml(server)}/events?per_page=3'</code></pre>
<p>A new event, with an application password from the console:</p>
<pre tabindex="0"><code>curl -u 'USER:APPLICATION PASSWORD' '${escapeHtml(server)}/events' \\
  -d title='Harvest Fair' -d start_date='next saturday 10am' -d end_date='next saturday 6pm'</code></pre>
<h2>All parts</h2>
<ul class="cards">${entries.join('\n')}</ul>`,
  };
}

const tagPage = (tag: Tag, context: Context): Shown => ({
  title: tag.name,
  at: `/${segment(tag.name)}`,
  body: `<h1>${escapeHtml(tag.name)}</h1>
<p class="lead">${escapeHtml(tag.description)}</p>
${credentials}
${operationsOf(context.document, tag.name)
  .map((operation) => operationSection(operation, context))
  .join('\n')}`,
});

/** Kept only as long as the page is open. */
const credentials = `<details class="who"><summary>Who is asking</summary>
<p>Requests that you try here are sent as the person who is signed in to the console, or as:</p>
<p class="field"><label for="user">User</label><input id="user" type="text" autocomplete="off"></p>
<p class="field"><label for="password">Application password</label><input id="password" type="password" autocomplete="off"></p>
</details>`;

const schemasPage = (context: Context): Shown => ({
  title: 'Schemas',
  at: '/schemas',
  body: `<h1>Schemas</h1>
${Object.keys(context.document.components.schemas)
  .map((name) => schemaSection(name, context))
  .join('\n')}`,
});

function shownAt(segmentAsked: string, context: Context): Shown | undefined {
  if (segmentAsked === '') return start(context);
  if (segmentAsked === 'schemas') return schemasPage(context);
  const tag = context.document.tags.find(({ name }) => segment(name) === segmentAsked);
  return tag && tagPage(tag, context);
}

export function docsPages(app: FastifyInstance, service: Service): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, asked: string) => {
    const place = placeOf(service, request);
    const call = { actor: anonymous, profile: place.native, site: place.site, now: service.now() };
    const document = service.openapi(call) as OpenApi;
    const context = { document, path: escapeHtml(place.path), server: document.servers[0]?.url ?? '' };
    const shown = shownAt(asked, context);
    if (!shown) return reply.callNotFound();
    return reply.headers(pageHeaders(place, policy)).send(frame(place, context, shown));
  };
  app.get('/docs', (request, reply) => answer(request, reply, ''));
  app.get<{ Params: { part: string } }>('/docs/:part', (request, reply) =>
    answer(request, reply, request.params.part.toLowerCase()),
  );
}
