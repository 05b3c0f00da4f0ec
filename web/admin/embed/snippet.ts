// The code of an embedded calendar and the address of its preview, from the chosen options. Pure.

/** Values by the name of the option; empty for the default. */
export type EmbedOptions = Readonly<Record<string, string>>;

/** In the order of the code. Views of a month have no number of events. */
const names = ['view', 'limit', 'category', 'lang', 'theme', 'accent', 'background', 'text', 'corners', 'font'];
const monthViews = ['month', 'mini'];

const defaults: EmbedOptions = { view: 'list', theme: 'light' };

export function givenOptions(options: EmbedOptions): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = options[name]?.trim() ?? '';
    const isUnused = name === 'limit' && monthViews.includes(options.view ?? '');
    return value === '' || value === defaults[name] || isUnused ? [] : [[name, value] as const];
  });
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** `site` is the URL of the site without a trailing slash. */
export const snippetOf = (site: string, options: EmbedOptions): string =>
  `<script src="${escaped(site)}/embed.js"${givenOptions(options)
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    .join('')}></script>`;

export function previewUrl(site: string, options: EmbedOptions): string {
  const query = new URLSearchParams(givenOptions(options).map(([name, value]) => [name, value])).toString();
  return `${site}/embed${query && `?${query}`}`;
}
