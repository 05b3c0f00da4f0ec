// The head of a calendar page: canonical URL, languages, feeds, link previews and files.

import { localeFor } from '../../core/languages.js';
import { assetLinks } from '../assets.js';
import { iconLinks, previewImage } from '../brand.js';
import { type Html, html, jsonScript } from '../html.js';
import { paperColors } from '../icon.js';
import { apiDiscoveryTags } from '../page-site.js';
import { embedTargetOf } from './embed-target.js';
import { feedLinks } from './feeds.js';
import type { PageContent } from './frame.js';
import { publicUrl, withQuery } from './links.js';
import type { PageRequest } from './page-request.js';

/** The path of a page in a language: slugs are translated. */
export const pathIn = (
  { call, pageSite }: PageRequest,
  { urls, path }: Pick<PageContent, 'path' | 'urls'>,
  language = call.language,
): string => urls?.get(language ?? '')?.slice(pageSite.site.baseUrl.length) ?? path;

export const canonicalUrl = (
  request: PageRequest,
  content: Pick<PageContent, 'path' | 'pairs' | 'urls'>,
  language?: string,
): string => publicUrl(request, pathIn(request, content, language), content.pairs ?? [], language);

function languageLinks(request: PageRequest, content: PageContent): readonly Html[] {
  const { languages } = request.pageSite.site;
  if (languages.length < 2) return [];
  const link = (code: string, url: string) => html`<link rel="alternate" hreflang="${code}" href="${url}">\n`;
  return [
    ...languages.map((code) => link(code, canonicalUrl(request, content, code))),
    link('x-default', canonicalUrl(request, content, languages[0])),
  ];
}

/** Discovery by other sites that show an embedded page in the place of a link. */
function oembedLinks({ pageSite }: PageRequest, { path, pairs = [], noindex }: PageContent, url: string): Html | false {
  if (noindex || !embedTargetOf(path, Object.fromEntries(pairs))) return false;
  const href = (format: string) =>
    withQuery(`${pageSite.site.baseUrl}/oembed`, [
      ['format', format],
      ['url', url],
    ]);
  return html`<link rel="alternate" type="application/json+oembed" href="${href('json')}">
<link rel="alternate" type="text/xml+oembed" href="${href('xml')}">
`;
}

const openGraphLocale = (locale: string): string => locale.replace('-', '_');

/** Open Graph and the card of X: title, text and image of a link preview. */
function linkPreview(request: PageRequest, content: PageContent, url: string, about: string): Html {
  const { site } = request.pageSite;
  const { title, published, type = 'website' } = content;
  const image = content.image ?? content.card;
  const shown = image ?? previewImage(site);
  const others = site.languages.filter((code) => code !== request.call.language).map(localeFor);
  const tags: readonly (readonly [string, string | number])[] = [
    ['og:site_name', site.name],
    ['og:type', type],
    ['og:title', title],
    ['og:description', about],
    ['og:url', url],
    ['og:locale', openGraphLocale(localeFor(request.call.language))],
    ...others.map((locale) => ['og:locale:alternate', openGraphLocale(locale)] as const),
    ...(published
      ? ([
          ['article:published_time', published.first],
          ['article:modified_time', published.last],
        ] as const)
      : []),
    ['og:image', shown.url],
    ['og:image:width', shown.width],
    ['og:image:height', shown.height],
    ['og:image:alt', image ? title : site.name],
  ];
  return html`${tags.map(([name, value]) => html`<meta property="${name}" content="${value}">\n`)}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
`;
}

export function head(request: PageRequest, content: PageContent): Html {
  const { path, site, dropin } = request.pageSite;
  const { title, about = site.tagline || request.texts.siteDescription, feed } = content;
  const url = canonicalUrl(request, content);
  const isFound = (content.statusCode ?? 200) === 200;
  const name = title === site.name ? title : `${title} · ${site.name}`;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="${about}">
${content.noindex && html`<meta name="robots" content="noindex, nofollow">\n`}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${paperColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${paperColors.dark}" media="(prefers-color-scheme: dark)">
${iconLinks(request.pageSite)}<link rel="manifest" href="${path}/manifest.webmanifest">
${
  isFound &&
  html`<link rel="canonical" href="${url}">
${languageLinks(request, content)}<link rel="alternate" type="application/json" href="${content.json}">
${feed && feedLinks(request, feed, feed.isSingle ? title : name)}${oembedLinks(request, content, url)}${linkPreview(request, content, url, about)}`
}${apiDiscoveryTags(request.pageSite, content.route)}${dropin && html`<link rel="https://api.w.org/" href="${site.baseUrl}${dropin.index}">\n`}${content.data && jsonScript('application/ld+json', content.data)}
${assetLinks('web/calendar/main.ts', path)}`;
}
