// The HTML document around every page of the calendar: navigation and footer.

import { localeFor } from '../../core/languages.js';
import type { View } from '../../core/site.js';
import { scriptOf } from '../assets.js';
import { brand } from '../brand.js';
import { type Html, html, trusted } from '../html.js';
import { accentRule, hueRules } from '../style.js';
import { submitLink } from '../submit/link.js';
import type { Day } from './days.js';
import { monthOf } from './days.js';
import { type EmbedStyle, embedStyleClasses, embedStyleRules, shownTheme } from './embed-style.js';
import type { PreviewImage } from './event-card.js';
import type { PageFeed } from './feeds.js';
import type { Filters, Pair } from './filters.js';
import { noFilters } from './filters.js';
import { head, pathIn } from './head.js';
import { dayPath, hrefOf, monthPath, viewHref, weekPath, withoutDate } from './links.js';
import type { PageRequest } from './page-request.js';
import type { ImageBody } from './records.js';

/** Content and metadata of one page. */
export interface PageContent {
  readonly title: string;
  /** Meta description, for search engines and link previews. */
  readonly about?: string;
  readonly main: Html;
  readonly view?: View;
  /** Day that the links to the other views open. */
  readonly day?: Day;
  readonly filters?: Filters;
  /** Path of the page, below the site's. */
  readonly path: string;
  readonly pairs?: readonly Pair[];
  /** URLs of a record by language, where its slug is translated. */
  readonly urls?: ReadonlyMap<string, string>;
  /** URL of the same content as JSON. */
  readonly json: string;
  /** Feeds of the events on the page. */
  readonly feed?: PageFeed | undefined;
  /** API route of the same content, for discovery; the API root when absent. */
  readonly route?: string;
  readonly noindex?: boolean;
  readonly image?: ImageBody | undefined;
  /** For link previews of an event without an image. */
  readonly card?: PreviewImage | undefined;
  readonly type?: 'article';
  /** Instants of its publication and of its last change. */
  readonly published?: { readonly first: string; readonly last: string } | undefined;
  readonly data?: object | undefined;
  /** Origins of images in its text, for the Content Security Policy. */
  readonly pictures?: readonly string[];
  /** Origin of the images of its map, for the same. */
  readonly tiles?: string | undefined;
  readonly statusCode?: number;
  /** Sent with `private, no-store`. */
  readonly isPrivate?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Applies the chosen theme before the first paint. */
const themeScript = ({ pageSite }: PageRequest): Html =>
  html`<script src="${scriptOf('web/calendar/theme.ts', pageSite.path)}"></script>\n`;

/** Writing direction of a language. */
const direction = (language: string): string =>
  /^(ar|dv|fa|he|ku-Arab|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr';

const pageLanguage = ({ call }: PageRequest): string => call.language ?? localeFor(undefined);

function views(request: PageRequest, { view, day = request.today, filters = noFilters }: PageContent): Html {
  const { texts } = request;
  const elsewhere = withoutDate(filters);
  const from = day === request.today ? filters : { ...filters, date: day };
  const links: readonly (readonly [View, string, string])[] = [
    ['list', texts.list, viewHref(request, view === 'list' ? filters : from, '/calendar/list')],
    ['month', texts.month, viewHref(request, elsewhere, monthPath(monthOf(day)))],
    ['week', texts.week, viewHref(request, elsewhere, weekPath(day))],
    ['day', texts.day, viewHref(request, elsewhere, dayPath(day))],
    ['places', texts.places, viewHref(request, elsewhere, '/calendar/places')],
  ];
  return html`<nav class="views" aria-label="${texts.views}"><ul>${links.map(
    ([name, label, href]) =>
      html`<li><a href="${href}"${name === view && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}

function languageSwitch(request: PageRequest, content: PageContent): Html | false {
  const { languages } = request.pageSite.site;
  if (languages.length < 2) return false;
  const link = (code: string) => {
    // Always with the language, also for the default one: otherwise the browser's preference would decide.
    const href = hrefOf({ ...request, lang: code }, pathIn(request, content, code), content.pairs);
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return html`<li><a href="${href}" lang="${code}" hreflang="${code}" title="${name}"${
      code === request.call.language && html` aria-current="true"`
    }>${code.toUpperCase()}</a></li>`;
  };
  return html`<nav class="languages" aria-label="${request.texts.language}"><ul>${languages.map(link)}</ul></nav>`;
}

const linkList = (links: readonly (readonly [string, string])[]): Html =>
  html`<ul>${links.map(([label, href]) => html`<li><a href="${href}">${label}</a></li>`)}</ul>`;

function foot(request: PageRequest): Html {
  const { texts, pageSite } = request;
  const { name, tagline, footer } = pageSite.site;
  const developers = [
    [texts.documentation, `${pageSite.path}/docs`],
    [texts.api, `${pageSite.path}${pageSite.native.prefix}/events`],
    [texts.openapi, `${pageSite.path}${pageSite.native.prefix}/doc`],
  ] as const;
  const own = footer.links.map(({ label, url }) => [label, url] as const);
  return html`<footer class="foot">
<div class="foot-about"><p class="foot-name">${name}</p>${tagline && html`<p>${tagline}</p>`}${footer.text && html`<p>${footer.text}</p>`}</div>
${submitLink(request)}
${own.length > 0 && html`<nav aria-label="${texts.aboutSite}">${linkList(own)}</nav>`}
${footer.showsDeveloperLinks && html`<nav aria-label="${texts.developers}"><h2>${texts.developers}</h2>${linkList(developers)}</nav>`}
${footer.showsCredit && html`<p class="foot-credit">${texts.poweredBy('Almanac')}</p>`}
</footer>`;
}

/** The text of a page, and of its style element if it has one. */
export interface PageDocument {
  readonly text: string;
  readonly style: string;
}

function document(
  request: PageRequest,
  attributes: Html,
  headPart: Html,
  body: Html,
  styleRules: string,
): PageDocument {
  const { texts, locale } = request;
  const style = styleRules + hueRules(body.text);
  const { text } = html`<!doctype html>
<html lang="${pageLanguage(request)}" dir="${direction(pageLanguage(request))}" data-locale="${locale.tag}" data-in-your-time="${texts.inYourTime}" data-show-in-your-time-zone="${texts.showInYourTimeZone}"${attributes}>
<head>
${headPart}${style && html`<style>${trusted(style)}</style>\n`}</head>
${body}
</html>
`;
  return { text, style };
}

/** `theme`: instead of the one that the visitor prefers. */
export const fullPage = (request: PageRequest, content: PageContent, theme?: 'light' | 'dark'): PageDocument =>
  document(
    request,
    html`${theme && html` data-theme="${theme}"`}`,
    html`${!theme && themeScript(request)}${head(request, content)}`,
    html`<body>
<a class="skip" href="#content">${request.texts.skip}</a>
<header class="top">
${brand(request.pageSite, hrefOf(request, '/'))}
${views(request, content)}
<div class="tools">${languageSwitch(request, content)}<button class="theme" type="button" hidden data-theme-toggle aria-label="${request.texts.theme}" title="${request.texts.theme}"><span aria-hidden="true"></span></button></div>
</header>
<main id="content" tabindex="-1">
${content.main}
</main>
${foot(request)}
</body>`,
    accentRule(request.pageSite.site),
  );

/** Without header and footer, for an iframe; links open in a new tab. */
export const embeddedPage = (request: PageRequest, content: PageContent, style: EmbedStyle): PageDocument =>
  document(
    request,
    html` data-embed data-theme="${shownTheme(style)}"`,
    html`<base target="_blank">
${head(request, content)}`,
    html`<body class="${embedStyleClasses(style)}">
<main id="content">
${content.main}
</main>
</body>`,
    embedStyleRules(style, request.pageSite.site),
  );
