// The documentation for people: the native mount's own document as pages, one for each tag, with a form to try every
// operation. Read without a script; sending a request needs one.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../core/actor.js';
import { openapiOf } from '../../facades/openapi/document.js';
import type { Service } from '../../http/service.js';
import { assetLinks } from '../assets.js';
import { type Html, html, type Part, page } from '../html.js';
import { apiMarks, type Place, pageHeaders, placeOf } from '../place.js';
import { type OpenApi, operationsOf, type Tag } from './document.js';
import { type Context, operationSection, schemaSection } from './operation.js';
import { prose } from './prose.js';

const policy = ["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"];

const segment = (name: string): string => name.toLowerCase();

interface Shown {
  readonly title: string;
  /** Which entry of the navigation is open. */
  readonly at: string;
  readonly body: Html;
}

function navigation({ document, path }: Context, at: string): Html {
  const entry = (name: string, to: string, parts?: Part) =>
    html`<li><a href="${path}/docs${to}"${to === at && html` aria-current="page"`}>${name}</a>${to === at && parts}</li>\n`;
  const operations = ({ name }: Tag) =>
    html`<ul>${operationsOf(document, name).map(
      ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
    )}</ul>`;
  return html`<nav aria-label="Documentation"><ul>
${entry('Start', '')}${document.tags.map((tag) => entry(tag.name, `/${segment(tag.name)}`, operations(tag)))}${entry('Schemas', '/schemas')}
</ul></nav>`;
}

function frame(place: Place, context: Context, { title, at, body }: Shown): Html {
  const { path, native } = place;
  return page({
    title: `${title} – Almanac documentation`,
    path,
    head: html`${apiMarks(place)}${assetLinks('web/docs/main.ts', path)}`,
    body: html`<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${path}/"><img src="${path}/favicon.svg" width="28" height="28" alt=""> Almanac</a>
<p><a href="${path}/">Calendar</a> <a href="${path}/admin">Console</a> <a href="${path}${native.prefix}/doc">OpenAPI</a></p></header>
<div class="columns" data-server="${context.server}" data-api="${path}${native.prefix}">
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
      html`<li><a href="${path}/docs/${segment(name)}">${name}</a> <span>${description}</span></li>\n`,
  );
  return {
    title: 'Start',
    at: '',
    body: html`<h1>Documentation</h1>
${prose(document.info.description)}
<h2>First steps</h2>
<p>What is on next:</p>
<pre tabindex="0"><code>curl '${server}/events?per_page=3'</code></pre>
<p>A new event, with an application password from the console:</p>
<pre tabindex="0"><code>curl -u 'USER:APPLICATION PASSWORD' '${server}/events' \\
  -d title='Harvest Fair' -d start_date='next saturday 10am' -d end_date='next saturday 6pm'</code></pre>
<h2>All parts</h2>
<ul class="cards">${entries}</ul>`,
  };
}

const tagPage = (tag: Tag, context: Context): Shown => ({
  title: tag.name,
  at: `/${segment(tag.name)}`,
  body: html`<h1>${tag.name}</h1>
<p class="lead">${tag.description}</p>
${credentials}
${operationsOf(context.document, tag.name).map((operation) => operationSection(operation, context))}`,
});

/** Kept only as long as the page is open. */
const credentials = html`<details class="who"><summary>Who is asking</summary>
<p>Requests that you try here are sent as the person who is signed in to the console, or as:</p>
<p class="field"><label for="user">User</label><input id="user" type="text" autocomplete="off"></p>
<p class="field"><label for="password">Application password</label><input id="password" type="password" autocomplete="off"></p>
</details>`;

const schemasPage = (context: Context): Shown => ({
  title: 'Schemas',
  at: '/schemas',
  body: html`<h1>Schemas</h1>
${Object.keys(context.document.components.schemas).map((name) => schemaSection(name, context))}`,
});

function shownAt(asked: string, context: Context): Shown | undefined {
  if (asked === '') return start(context);
  if (asked === 'schemas') return schemasPage(context);
  const tag = context.document.tags.find(({ name }) => segment(name) === asked);
  return tag && tagPage(tag, context);
}

export function docsPages(app: FastifyInstance, service: Service): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, asked: string) => {
    const place = placeOf(service, request);
    const call = { actor: anonymous, facade: place.native, site: place.site, now: service.now() };
    const document: OpenApi = openapiOf(call);
    const context = { document, path: place.path, server: document.servers[0]?.url ?? '' };
    const shown = shownAt(asked, context);
    if (!shown) return reply.callNotFound();
    return reply.headers(pageHeaders(place, policy)).send(frame(place, context, shown).text);
  };
  app.get('/docs', (request, reply) => answer(request, reply, ''));
  app.get<{ Params: { part: string } }>('/docs/:part', (request, reply) =>
    answer(request, reply, request.params.part.toLowerCase()),
  );
}
