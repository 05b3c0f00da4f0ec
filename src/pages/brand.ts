// Name, logo and icon of the site.
import type { Site, SiteImage } from '../core/site.js';
import { type Html, html } from './html.js';
import type { PageSite } from './page-site.js';

type BrandSite = Pick<PageSite, 'path' | 'site'>;

const types: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp', gif: 'image/gif' };

export const imageType = ({ path }: SiteImage): string => types[path.split('.').at(-1) ?? ''] ?? 'image/jpeg';

export const imageHref = ({ path }: BrandSite, image: SiteImage): string => `${path}${image.path}`;

export const iconHref = (given: BrandSite): string =>
  given.site.icon ? imageHref(given, given.site.icon) : `${given.path}/favicon.svg`;

/** Links in the head of every page. */
export function iconLinks(given: BrandSite): Html {
  const { path, site } = given;
  if (site.icon)
    return html`<link rel="icon" type="${imageType(site.icon)}" href="${iconHref(given)}">
<link rel="apple-touch-icon" href="${iconHref(given)}">
`;
  return html`<link rel="icon" href="${path}/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="${path}/favicon.svg">
<link rel="apple-touch-icon" href="${path}/apple-touch-icon.png">
`;
}

/** The link to the home page: the logo, or icon and name. A logo without one for dark pages gets a light plate there. */
export function brand(given: BrandSite, href: string): Html {
  const { name, logo, logoDark } = given.site;
  const picture = (image: SiteImage, use: string, more: Html | false) =>
    html`<img class="logo ${use}" src="${imageHref(given, image)}" width="${image.width}" height="${image.height}" alt="${name}"${more}>`;
  return logo
    ? html`<a class="brand" href="${href}">${picture(logo, logoDark ? 'on-light' : 'on-plate', false)}${
        logoDark && picture(logoDark, 'on-dark', html` loading="lazy"`)
      }</a>`
    : html`<a class="brand" href="${href}"><img src="${iconHref(given)}" width="28" height="28" alt=""> ${name}</a>`;
}

/** Shown by link previews of pages without an image: logo, else icon. */
export function previewImage({ logo, icon, baseUrl }: Site): {
  readonly url: string;
  readonly width: number;
  readonly height: number;
} {
  const own = logo ?? icon;
  return own
    ? { url: `${baseUrl}${own.path}`, width: own.width, height: own.height }
    : { url: `${baseUrl}/icon-512.png`, width: 512, height: 512 };
}
