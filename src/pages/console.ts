// The HTML page of the admin console. The console itself is a client of the API.
import type { FastifyInstance } from 'fastify';
import type { Service } from '../http/service.js';
import { assetLinks, scriptOf } from './assets.js';
import { iconLinks } from './brand.js';
import { negotiateLanguage } from './calendar/language.js';
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

interface Texts {
  readonly needsScript: string;
  readonly failed: string;
  readonly advice: string;
  readonly reload: string;
  readonly calendar: string;
}

/** Texts for a browser in which the console itself cannot run. */
const texts: Readonly<Record<'en' | 'fr', Texts>> = {
  en: {
    needsScript: 'The console needs JavaScript. Turn it on, then reload this page.',
    failed: 'The console did not start',
    advice: 'Reload the page. If this happens again, update your browser or contact your administrator.',
    reload: 'Reload',
    calendar: 'Open the public calendar',
  },
  fr: {
    needsScript: 'La console a besoin de JavaScript. Activez-le, puis rechargez cette page.',
    failed: 'La console n’a pas démarré',
    advice:
      'Rechargez la page. Si cela se reproduit, mettez votre navigateur à jour ou contactez votre administrateur.',
    reload: 'Recharger',
    calendar: 'Ouvrir le calendrier public',
  },
};

/** `provider` is the name of the OpenID Connect provider, if there is one. `start-failure.css` hides the message while the console starts; guard.ts shows it when the script fails. */
function consolePage(pageSite: PageSite, provider: string, acceptLanguage: string | undefined): Html {
  const { path, native, site } = pageSite;
  const language = negotiateLanguage(['en', 'fr'], undefined, acceptLanguage) === 'fr' ? 'fr' : 'en';
  const { needsScript, failed, advice, reload, calendar } = texts[language];
  return page({
    title: `${site.name} console`,
    head: html`${iconLinks(pageSite)}<meta name="robots" content="noindex">
<script src="${scriptOf('web/admin/guard.ts', path)}"></script>
${apiDiscoveryTags(pageSite)}${assetLinks('web/admin/main.tsx', path)}`,
    body: html`<noscript><p lang="${language}">${needsScript} <a href="${path}/">${calendar}</a></p></noscript>
<div id="console" data-path="${path}" data-name="${site.name}" data-api="${path}${native.prefix}" data-provider="${provider}"></div>
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
