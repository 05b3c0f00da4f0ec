// What stands around every page of the calendar: head, ways between the views, and the foot.
import { assetLinks, scriptOf } from '../assets.js';
import { type Html, html, jsonScript } from '../html.js';
import { apiMarks } from '../place.js';
import type { Day } from './days.js';
import { monthOf } from './days.js';
import type { Filters, Pair } from './filters.js';
import { noFilters } from './filters.js';
import { dayPath, hrefOf, localHref, monthPath, publicUrl, viewHref, weekPath, withoutDate } from './links.js';
import type { ImageBody } from './records.js';
import type { Visit } from './visit.js';

export type View = 'list' | 'month' | 'week' | 'day' | 'places';

/** What one page has to say. */
export interface Sheet {
  readonly title: string;
  /** For those who show a link to the page. */
  readonly about?: string;
  readonly main: Html;
  readonly view?: View;
  /** Where the other views begin. */
  readonly day?: Day;
  readonly filters?: Filters;
  /** Its own address, below the site's. */
  readonly path: string;
  readonly pairs?: readonly Pair[];
  /** The whole addresses of a record that is called differently in each language. */
  readonly urls?: ReadonlyMap<string, string>;
  /** The same as data. */
  readonly json: string;
  /** The same below the root of the interface that clients of the calendar expect; the root itself when absent. */
  readonly route?: string;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  readonly hidden?: boolean;
  readonly image?: ImageBody | undefined;
  readonly type?: 'article';
  readonly data?: object | undefined;
  /** Origins of pictures that stand in its text. */
  readonly pictures?: readonly string[];
  readonly statusCode?: number;
  /** Not for anyone else, nor for keeping. */
  readonly secret?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const siteName = 'Almanac';

/** The chosen theme comes before everything else, so that nothing is drawn in the other one. */
const themeScript = ({ place }: Visit): Html =>
  html`<script src="${scriptOf('web/calendar/theme.ts', place.path)}"></script>\n`;

const assets = ({ place }: Visit): Html => assetLinks('web/calendar/main.ts', place.path);

const urlOf = (visit: Visit, sheet: Sheet, language?: string): string => {
  const known = sheet.urls?.get(language ?? visit.call.language ?? '');
  return publicUrl(visit, known?.slice(visit.place.site.baseUrl.length) ?? sheet.path, sheet.pairs ?? [], language);
};

function languageLinks(visit: Visit, sheet: Sheet): readonly Html[] {
  const { languages } = visit.place.site;
  if (languages.length < 2) return [];
  const link = (code: string, url: string) => html`<link rel="alternate" hreflang="${code}" href="${url}">\n`;
  return [
    ...languages.map((code) => link(code, urlOf(visit, sheet, code))),
    link('x-default', urlOf(visit, sheet, languages[0])),
  ];
}

function head(visit: Visit, sheet: Sheet): Html {
  const { place } = visit;
  const { title, about = visit.texts.siteDescription, image } = sheet;
  const url = urlOf(visit, sheet);
  const known = (sheet.statusCode ?? 200) === 200;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === siteName ? title : `${title} · ${siteName}`}</title>
<meta name="description" content="${about}">
${sheet.hidden && html`<meta name="robots" content="noindex, nofollow">\n`}<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${place.path}/favicon.svg">
${
  known &&
  html`<link rel="canonical" href="${url}">
${languageLinks(visit, sheet)}${sheet.previous && html`<link rel="prev" href="${sheet.previous}">\n`}${sheet.next && html`<link rel="next" href="${sheet.next}">\n`}<link rel="alternate" type="application/json" href="${sheet.json}">
<meta property="og:site_name" content="${siteName}">
<meta property="og:type" content="${sheet.type ?? 'website'}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${visit.locale.replace('-', '_')}">
${
  image &&
  html`<meta property="og:image" content="${image.url}">
<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">\n`
}`
}${apiMarks(place, sheet.route)}${place.dropin && html`<link rel="https://api.w.org/" href="${place.site.baseUrl}${place.dropin.index}">\n`}${sheet.data && jsonScript('application/ld+json', sheet.data)}
${assets(visit)}`;
}

/** Text is read from the right where the language is. */
const direction = (language: string): string =>
  /^(ar|dv|fa|he|ku-Arab|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr';

const pageLanguage = ({ call, locale }: Visit): string => call.language ?? locale;

function views(visit: Visit, { view, day = visit.today, filters = noFilters }: Sheet): Html {
  const { texts } = visit;
  const elsewhere = withoutDate(filters);
  const from = day === visit.today ? filters : { ...filters, date: day };
  const links: readonly (readonly [View, string, string])[] = [
    ['list', texts.list, viewHref(visit, view === 'list' ? filters : from, '/calendar/list')],
    ['month', texts.month, viewHref(visit, elsewhere, monthPath(monthOf(day)))],
    ['week', texts.week, viewHref(visit, elsewhere, weekPath(day))],
    ['day', texts.day, viewHref(visit, elsewhere, dayPath(day))],
    ['places', texts.places, viewHref(visit, elsewhere, '/calendar/places')],
  ];
  return html`<nav class="views" aria-label="${texts.views}"><ul>${links.map(
    ([name, label, href]) =>
      html`<li><a href="${href}"${name === view && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}

function languageSwitch(visit: Visit, sheet: Sheet): Html | false {
  const { languages } = visit.place.site;
  if (languages.length < 2) return false;
  const link = (code: string) => {
    const href = localHref(visit, urlOf(visit, sheet, code));
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return html`<li><a href="${href}" lang="${code}" hreflang="${code}" title="${name}"${
      code === visit.call.language && html` aria-current="true"`
    }>${code.toUpperCase()}</a></li>`;
  };
  return html`<nav class="languages" aria-label="${visit.texts.language}"><ul>${languages.map(link)}</ul></nav>`;
}

function foot(visit: Visit): Html {
  const { texts, place } = visit;
  const links = [
    [texts.documentation, '/docs'],
    [texts.api, `${place.native.prefix}/events`],
    [texts.openapi, `${place.native.prefix}/doc`],
  ] as const;
  return html`<footer class="foot">
<p class="foot-name">${siteName}</p>
<nav aria-label="${texts.developers}"><h2>${texts.developers}</h2><ul>${links.map(
    ([label, path]) => html`<li><a href="${place.path}${path}">${label}</a></li>`,
  )}</ul></nav>
</footer>`;
}

const document = (visit: Visit, attributes: Html, headPart: Html, body: Html): string =>
  html`<!doctype html>
<html lang="${pageLanguage(visit)}" dir="${direction(pageLanguage(visit))}" data-in-your-time="${visit.texts.inYourTime}" data-show-in-your-time-zone="${visit.texts.showInYourTimeZone}"${attributes}>
<head>
${headPart}</head>
${body}
</html>
`.text;

export const framed = (visit: Visit, sheet: Sheet): string =>
  document(
    visit,
    html``,
    html`${themeScript(visit)}${head(visit, sheet)}`,
    html`<body>
<a class="skip" href="#content">${visit.texts.skip}</a>
<header class="top">
<a class="brand" href="${hrefOf(visit, '/')}"><img src="${visit.place.path}/favicon.svg" width="28" height="28" alt=""> ${siteName}</a>
${views(visit, sheet)}
<div class="tools">${languageSwitch(visit, sheet)}<button class="theme" type="button" hidden data-theme-toggle aria-label="${visit.texts.theme}" title="${visit.texts.theme}"><span aria-hidden="true"></span></button></div>
</header>
<main id="content" tabindex="-1">
${sheet.main}
</main>
${foot(visit)}
</body>`,
  );

/** Without the surroundings, for the pages of others; its links leave the frame. */
export const bare = (visit: Visit, sheet: Sheet, theme: string): string =>
  document(
    visit,
    html` data-embed data-theme="${theme}"`,
    html`<base target="_blank">
${head(visit, sheet)}`,
    html`<body class="embed">
<main id="content">
${sheet.main}
</main>
</body>`,
  );
