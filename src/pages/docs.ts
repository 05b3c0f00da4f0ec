// The documentation for people: an interactive page over the native mount's document, served without outside help.
import type { FastifyInstance } from 'fastify';
import { anonymous } from '../core/actor.js';
import type { Service } from '../http/service.js';
import { type DocsScript, readDocsScript } from './docs-script.js';
import { escapeHtml, page } from './html.js';
import { type Outlined, outline } from './outline.js';
import { fileHeaders, type Place, pageHeaders, placeOf } from './place.js';
import { plainPolicy, styleLink } from './plain.js';

const title = 'Almanac documentation';

const documentAddress = ({ path, native }: Place): string => `${path}${native.prefix}/doc`;

/** Nothing may be loaded from elsewhere; the script writes styles of its own. Trying a request asks the site itself. */
const interactivePolicy = ({ origin }: Place): readonly string[] => [
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  `connect-src 'self' ${origin}`,
];

function interactivePage(place: Place, { mark }: DocsScript): string {
  const path = escapeHtml(place.path);
  return page({
    title,
    path: place.path,
    head: `<script src="${path}/docs/standalone.js?v=${mark}" defer></script>
<script src="${path}/docs/setup.js" defer></script>`,
    body: `<noscript>This page needs JavaScript. The same as data: <a href="${escapeHtml(documentAddress(place))}">OpenAPI document</a>.</noscript>
<div id="reference"></div>`,
  });
}

/** Everything that would call or lead to the maker's own services is switched off. */
const setup = (place: Place): string => `Scalar.createApiReference('#reference', ${JSON.stringify(
  {
    url: documentAddress(place),
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    orderSchemaPropertiesBy: 'preserve',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  },
  undefined,
  2,
)});
`;

export function docsPages(app: FastifyInstance, service: Service): void {
  app.get('/docs', (request, reply) => {
    const place = placeOf(service, request);
    const script = readDocsScript();
    if (script) return reply.headers(pageHeaders(place, interactivePolicy(place))).send(interactivePage(place, script));
    const call = { actor: anonymous, profile: place.native, site: place.site, now: service.now() };
    const body = outline(service.openapi(call) as Outlined, documentAddress(place));
    const html = page({ title, path: place.path, head: styleLink(place.path), body });
    return reply.headers(pageHeaders(place, plainPolicy)).send(html);
  });

  app.get('/docs/setup.js', (request, reply) =>
    reply.headers(fileHeaders('text/javascript; charset=utf-8', 'no-cache')).send(setup(placeOf(service, request))),
  );

  app.get('/docs/standalone.js', (request, reply) => {
    const script = readDocsScript();
    if (!script) return reply.callNotFound();
    const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const etag = `"${script.mark}${zipped ? '-gzip' : ''}"`;
    reply.headers({
      // Its address changes with its content.
      ...fileHeaders('text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'),
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(zipped && { 'Content-Encoding': 'gzip' }),
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(zipped ? script.zipped : script.plain);
  });
}
