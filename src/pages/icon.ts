// Icons and the web app manifest, cached for an hour and then revalidated by their ETags.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatColor, parseColor, themeOf } from '../core/color.js';
import { matchesTag } from '../core/etag.js';
import type { Service } from '../http/service.js';
import { assetFile } from './assets.js';
import { imageHref, imageType } from './brand.js';
import { fileHeaders, type PageSite, pageSiteOf } from './page-site.js';

/** Rendered from the first one by tools/build-icons.mjs. */
const icons = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png'];

/** `--paper` of web/calendar/base.css: the colour of the browser around the page. */
export const paperColors = { light: '#fbf8f3', dark: '#171412' };

const manifestOf = (pageSite: PageSite) => {
  const { site, path } = pageSite;
  const accent = parseColor(site.accent);
  return {
    name: site.name,
    ...(site.tagline && { description: site.tagline }),
    short_name: site.name,
    ...(site.languages[0] && { lang: site.languages[0] }),
    id: `${path}/`,
    start_url: `${path}/`,
    scope: `${path}/`,
    display: 'minimal-ui',
    background_color: paperColors.light,
    theme_color: accent ? formatColor(themeOf(accent).light.fill) : paperColors.light,
    icons: iconsOf(pageSite),
  };
};

function iconsOf(pageSite: PageSite) {
  const { icon } = pageSite.site;
  if (icon) return [{ src: imageHref(pageSite, icon), sizes: `${icon.width}x${icon.height}`, type: imageType(icon) }];
  return [192, 512].map((size) => ({
    src: `${pageSite.path}/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  }));
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, bytes: Buffer | string): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  reply.headers({ ...fileHeaders(type, 'public, max-age=3600'), ETag: etag });
  return matchesTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}

export function iconFiles(app: FastifyInstance, service: Service): void {
  for (const name of icons)
    app.get(`/${name}`, (request, reply) => {
      const pageSite = pageSiteOf(service, request);
      const { icon } = pageSite.site;
      // Browsers request these names without a link, too.
      if (icon)
        return reply.headers({ 'Cache-Control': 'public, max-age=300' }).redirect(imageHref(pageSite, icon), 302);
      const file = assetFile(`icons/${name}`);
      return file ? send(request, reply, file.type, file.plain) : reply.callNotFound();
    });
  app.get('/manifest.webmanifest', (request, reply) =>
    send(request, reply, 'application/manifest+json', JSON.stringify(manifestOf(pageSiteOf(service, request)))),
  );
}
