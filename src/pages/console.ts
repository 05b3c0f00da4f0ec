// The page that the console runs in. What it shows comes through the interface, as for any other client.
import type { FastifyInstance } from 'fastify';
import type { Service } from '../http/service.js';
import { assetsOf } from './assets.js';
import { escapeHtml, page } from './html.js';
import { type Place, pageHeaders, placeOf } from './place.js';

/** Pictures may be hot-linked from anywhere; everything else is ours. */
const policy = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob: http: https:",
];

function consolePage({ path, native }: Place): string {
  const { scripts, styles } = assetsOf('web/admin/main.tsx');
  const at = (file: string) => escapeHtml(path + file);
  return page({
    title: 'Almanac console',
    path,
    head: [
      '<meta name="robots" content="noindex">',
      ...styles.map((file) => `<link rel="stylesheet" href="${at(file)}">`),
      ...scripts.map((file) => `<script type="module" src="${at(file)}"></script>`),
    ].join('\n'),
    body: `<noscript>The console needs JavaScript. The calendar itself does not: <a href="${at('/')}">open it</a>.</noscript>
<div id="console" data-path="${at('')}" data-api="${at(native.prefix)}"></div>`,
  });
}

export function consolePages(app: FastifyInstance, service: Service): void {
  // Every place in the console has its own address.
  for (const url of ['/admin', '/admin/*'])
    app.get(url, (request, reply) => {
      const place = placeOf(service, request);
      return reply.headers(pageHeaders(place, policy)).send(consolePage(place));
    });
}
