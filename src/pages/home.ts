// The page at the top: what this is, and where to go on. Also the style and icon that the plain pages share.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../http/service.js';
import { escapeHtml, page } from './html.js';
import { icon, style } from './look.js';
import { fileHeaders, type Place, pageHeaders, placeOf } from './place.js';

export const plainPolicy = ["style-src 'self'", "img-src 'self'"];

export const styleLink = (path: string): string => `<link rel="stylesheet" href="${escapeHtml(path)}/style.css">`;

interface Door {
  readonly to: string;
  readonly title: string;
  readonly about: string;
}

const doorsOf = ({ native, dropin }: Place): readonly Door[] => [
  { to: '/docs', title: 'Documentation', about: 'Every route and field, to read and to try' },
  { to: `${native.prefix}/events`, title: 'Events', about: 'What is on from today, as JSON' },
  { to: native.prefix, title: 'The interface', about: native.prefix },
  ...(dropin ? [{ to: dropin.prefix, title: 'The drop-in interface', about: dropin.prefix }] : []),
  { to: `${native.prefix}/doc`, title: 'OpenAPI document', about: 'For generators and other tools' },
  { to: '/healthz', title: 'Health', about: 'Whether the service is well' },
];

function homePage(place: Place): string {
  const { path, site, native } = place;
  const link = ({ to, title, about }: Door) =>
    `<li><a href="${escapeHtml(path + to)}">${title}</a><span>${escapeHtml(about)}</span></li>`;
  const body = `<main>
<img class="mark" src="${escapeHtml(path)}/favicon.svg" width="56" height="56" alt="">
<h1>Almanac</h1>
<p class="lead">A calendar service: events, venues, organizers, categories and tags, as JSON over HTTP.</p>
<nav aria-label="Where to go">
<ul class="cards">
${doorsOf(place).map(link).join('\n')}
</ul>
</nav>
<h2>Try it</h2>
<pre tabindex="0"><code>curl '${escapeHtml(`${site.baseUrl}${native.prefix}/events?per_page=3`)}'</code></pre>
<footer>Almanac ${escapeHtml(site.version)}, under the MIT licence.</footer>
</main>`;
  return page({ title: 'Almanac', path, head: styleLink(path), body });
}

/** A small file that a reader may keep for an hour and then asks about again. */
function file(app: FastifyInstance, url: string, type: string, content: string): void {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const headers = { ...fileHeaders(type, 'public, max-age=3600'), ETag: etag };
  app.get(url, (request: FastifyRequest, reply: FastifyReply) =>
    request.headers['if-none-match'] === etag
      ? reply.code(304).headers(headers).send()
      : reply.headers(headers).send(content),
  );
}

export function homePages(app: FastifyInstance, service: Service): void {
  app.get('/', (request, reply) => {
    const place = placeOf(service, request);
    return reply.headers(pageHeaders(place, plainPolicy)).send(homePage(place));
  });
  file(app, '/style.css', 'text/css; charset=utf-8', style);
  file(app, '/favicon.svg', 'image/svg+xml', icon);
}
