// The HTML page of the admin console. The console itself is a client of the API.
import type { FastifyInstance } from 'fastify';
import type { SiteImage } from '../core/site.js';
import type { Service } from '../http/service.js';
import { acceptedLanguage } from '../i18n/accept-language.js';
import { textsFor } from '../i18n/texts.js';
import { assetLinks, preloadLink, scriptOf } from './assets.js';
import { iconHref, iconLinks, imageHref } from './brand.js';
import { type Html, html, page } from './html.js';
import { apiDiscoveryTags, type PageSite, pageHeaders, pageSiteOf } from './page-site.js';

/** Content Security Policy: images may come from other sites, everything else only from this server. */
const policy = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The preview of the embedded calendar.
  "frame-src 'self'",
  "img-src 'self' data: blob: http: https:",
];

/** `provider` is the name of the OpenID Connect provider, if there is one. `start-failure.css` hides the message while the console starts; guard.ts shows it when the script fails. */
function consolePage(pageSite: PageSite, provider: string, acceptLanguage: string | undefined): Html {
  const { path, native, site } = pageSite;
  const language = acceptedLanguage(acceptLanguage);
  const hrefOf = (image: SiteImage | undefined) => (image ? imageHref(pageSite, image) : '');
  const { needsScript, failed, advice, reload, calendar } = textsFor(language).console;
  return page({
    title: `${site.name} console`,
    head: html`${iconLinks(pageSite)}<meta name="robots" content="noindex">
<script src="${scriptOf('web/admin/guard.ts', path)}"></script>
${apiDiscoveryTags(pageSite)}${assetLinks('web/admin/main.tsx', path)}${preloadLink(`web/admin/i18n/${language}/texts.ts`, path)}`,
    body: html`<noscript><p lang="${language}">${needsScript} <a href="${path}/">${calendar}</a></p></noscript>
<div id="console" data-path="${path}" data-name="${site.name}" data-accent="${site.accent}" data-logo="${hrefOf(site.logo)}" data-logo-dark="${hrefOf(site.logoDark)}" data-icon="${iconHref(pageSite)}" data-api="${path}${native.prefix}" data-provider="${provider}"></div>
<div id="start-failure" lang="${language}" role="alert">
<h2>${failed}</h2>
<p>${advice}</p>
<p><a class="button primary" href="" target="_self">${reload}</a> <a class="button plain" href="${path}/" target="_self">${calendar}</a></p>
<pre></pre>
</div>`,
  });
}

export function consolePages(app: FastifyInstance, service: Service): void {
  // Every view of the console has its own address.
  for (const url of ['/admin', '/admin/*'])
    app.get(url, (request, reply) => {
      const pageSite = pageSiteOf(service, request);
      const { text } = consolePage(pageSite, service.oidc?.name ?? '', request.headers['accept-language']);
      return reply.headers({ ...pageHeaders(pageSite, policy), Vary: 'Accept-Language' }).send(text);
    });
}
