// Colours that the owner chose, as a style element in the page. Its hash in the Content Security Policy allows this text
// and no other inline style; a change of colours changes the page and its ETag.
import { createHash } from 'node:crypto';
import {
  type AccentColors,
  type Color,
  formatColor,
  parseColor,
  type Themed,
  type TintColors,
  themeOf,
  tintsOf,
} from '../core/color.js';
import type { SiteSettings } from '../core/site.js';

const both = ({ light, dark }: Themed<Color>): string => `light-dark(${formatColor(light)},${formatColor(dark)})`;

/** Custom properties by the keys of the colours. */
const accentNames = { accent: '--accent', fill: '--fill', onFill: '--on-fill', soft: '--soft' } as const satisfies {
  readonly [Key in keyof AccentColors]: string;
};
const tintNames = { tint: '--tint', tintInk: '--tint-ink', mark: '--mark' } as const satisfies {
  readonly [Key in keyof TintColors]: string;
};

function declarations<Key extends string>(
  names: Readonly<Record<Key, string>>,
  { light, dark }: Themed<Readonly<Record<Key, Color>>>,
): string {
  const keys = Object.keys(names) as Key[];
  return keys.map((key) => `${names[key]}:${both({ light: light[key], dark: dark[key] })}`).join(';');
}

/** Wins over both themes of base.css, but not over its print colours. */
export function accentRule({ accent }: Pick<SiteSettings, 'accent'>): string {
  const color = parseColor(accent);
  return color ? `@media screen{:root:root{${declarations(accentNames, themeOf(color))}}}` : '';
}

/** Class of an element in this colour, `#rrggbb`. */
export const hueClass = (color: string): string => `hue-${color.slice(1).toLowerCase()}`;

/** A page with more colours than this shows the rest of its categories without one. */
const maxHues = 200;

/** Rules for the colours that the markup uses. Without specificity, so that past events can be grey. */
export function hueRules(markup: string): string {
  const used = new Set([...markup.matchAll(/\bhue-([0-9a-f]{6})\b/g)].map(([, digits = '']) => digits));
  return [...used]
    .slice(0, maxHues)
    .flatMap((digits) => {
      const color = parseColor(`#${digits}`);
      return color ? [`:where(.hue-${digits}){${declarations(tintNames, tintsOf(color))}}`] : [];
    })
    .join('');
}

/** Source of the Content Security Policy that allows a style element with this text. */
export const styleSource = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
