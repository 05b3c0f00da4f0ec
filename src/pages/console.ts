// The page that the console runs in. What it shows comes through the interface, as for any other client.
import type { FastifyInstance } from 'fastify';
import type { Service } from '../http/service.js';
import { assetLinks } from './assets.js';
import { type Html, html, page } from './html.js';
import { apiMarks, type Place, pageHeaders, placeOf } from './place.js';

/** Pictures may be hot-linked from anywhere; everything else is ours. */
const policy = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob: http: https:",
];

const consolePage = (place: Place): Html => {
  const { path, native } = place;
  return page({
    title: 'Almanac console',
    path,
    head: html`<meta name="robots" content="noindex">\n${apiMarks(place)}${assetLinks('web/admin/main.tsx', path)}`,
    body: html`<noscript>The console needs JavaScript. The calendar itself does not: <a href="${path}/">open it</a>.</noscript>
<div id="console" data-path="${path}" data-api="${path}${native.prefix}"></div>`,
  });
};

export function consolePages(app: FastifyInstance, service: Service): void {
  // Every place in the console has its own address.
  for (const url of ['/admin', '/admin/*'])
    app.get(url, (request, reply) => {
      const place = placeOf(service, request);
      return reply.headers(pageHeaders(place, policy)).send(consolePage(place).text);
    });
}
