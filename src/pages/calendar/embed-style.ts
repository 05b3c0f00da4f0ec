// The style of the embedded calendar, from its query: theme, colours, corners and font. Values come from the host page and
// are validated here; only parsed colours, numbers and names of a closed list get into the page.
import {
  accentOn,
  accentProblem,
  type Color,
  contrast,
  formatColor,
  mix,
  noColor,
  type Palette,
  palettes,
  parseColor,
  readableOn,
  textContrast,
  textOn,
} from '../../core/color.js';
import type { Given } from '../../core/field.js';
import { readInteger } from '../../core/kinds/number.js';
import { Invalid, invalidParams, readParam } from '../../core/problem.js';
import type { SiteSettings } from '../../core/site.js';
import { accentRule } from '../style.js';
import type { Pair } from './filters.js';

export const embedThemes = ['light', 'dark', 'auto'] as const;
export const embedFonts = ['sans', 'serif', 'rounded', 'mono'] as const;
export const maxCorners = 32;

export interface EmbedStyle {
  readonly theme: (typeof embedThemes)[number];
  readonly accent?: Color;
  readonly background?: Color;
  readonly text?: Color;
  /** Pixels. */
  readonly corners?: number;
  readonly font?: (typeof embedFonts)[number];
}

/** Default `light`, like most host pages, whatever the visitor's system prefers. */
export const defaultEmbedStyle: EmbedStyle = { theme: 'light' };

/** The value of a parameter; absent and empty ones are undefined. */
export function optionIn<T>(query: Given, name: string, read: (text: string) => T): T | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  return readParam(name, () => {
    if (typeof value !== 'string') throw new Invalid('Must be text.');
    return read(value);
  });
}

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Invalid(`Must be one of: ${values.join(', ')}.`);
    return found;
  };

export const wholeFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const number = readInteger(text);
    if (number === undefined || number < min || number > max)
      throw new Invalid(`Must be a whole number from ${min} to ${max}.`);
    return number;
  };

function readColor(text: string): Color {
  const color = parseColor(text);
  if (!color) throw new Invalid(noColor);
  return color;
}

/** On the usual backgrounds, with the limits of the site's own accent colour; other backgrounds get a shade of it. */
const readAccent = (query: Given) => (text: string) => {
  const problem = query.background || query.text ? undefined : accentProblem(text);
  if (problem !== undefined) throw new Invalid(problem);
  return readColor(text);
};

export function readEmbedStyle(query: Given): EmbedStyle {
  const accent = optionIn(query, 'accent', readAccent(query));
  const background = optionIn(query, 'background', readColor);
  const text = optionIn(query, 'text', readColor);
  const corners = optionIn(query, 'corners', wholeFrom(0, maxCorners));
  const font = optionIn(query, 'font', oneOf(embedFonts));
  const style: EmbedStyle = {
    theme: optionIn(query, 'theme', oneOf(embedThemes)) ?? defaultEmbedStyle.theme,
    ...(accent && { accent }),
    ...(background && { background }),
    ...(text && { text }),
    ...(corners !== undefined && { corners }),
    ...(font && { font }),
  };
  const palette = ownPalette(style);
  if (text && palette && contrast(text, palette.paper) < textContrast)
    throw invalidParams({ text: new Invalid('Too little contrast with the background. Choose another color.') });
  return style;
}

/** For links inside the frame. */
export const embedStylePairs = ({ theme, accent, background, text, corners, font }: EmbedStyle): readonly Pair[] => {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['theme', theme === defaultEmbedStyle.theme ? undefined : theme],
    ['accent', accent && formatColor(accent)],
    ['background', background && formatColor(background)],
    ['text', text && formatColor(text)],
    ['corners', corners === undefined ? undefined : String(corners)],
    ['font', font],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
};

/** Colours of the page where the host chose a background or the colour of texts. */
function ownPalette({ theme, background, text }: EmbedStyle): Palette | undefined {
  if (!background && !text) return undefined;
  const usual = palettes[theme === 'dark' ? 'dark' : 'light'];
  const paper = background ?? usual.card;
  const ink = text ?? readableOn(usual.ink, [paper], 7);
  const tinted = mix(ink, paper, 0.06);
  return { paper, card: paper, sunk: contrast(ink, tinted) >= textContrast ? tinted : paper, ink };
}

const isDark = (palette: Palette): boolean => formatColor(textOn(palette.paper)) === '#ffffff';

/** The theme whose category colours suit the background. */
export function shownTheme(style: EmbedStyle): string {
  const palette = ownPalette(style);
  return palette ? (isDark(palette) ? 'dark' : 'light') : style.theme;
}

/** `--accent` of web/calendar/base.css. */
const usualAccent: Color = { r: 0x96, g: 0x34, b: 0x1f };

function paletteRule(palette: Palette, chosen: Color): string {
  const { paper, card, sunk, ink } = palette;
  const { accent, fill, onFill, soft } = accentOn(chosen, palette);
  const colors = {
    paper,
    card,
    sunk,
    ink,
    quiet: readableOn(mix(ink, paper, 0.75), [paper, sunk]),
    line: mix(ink, paper, 0.15),
    'strong-line': mix(ink, paper, 0.3),
    accent,
    fill,
    'on-fill': onFill,
    soft,
  };
  const rules = Object.entries(colors).map(([name, color]) => `--${name}:${formatColor(color)}`);
  return `:root:root{${rules.join(';')}}`;
}

/** CSS of the chosen colours and corners. */
export function embedStyleRules(style: EmbedStyle, site: Pick<SiteSettings, 'accent'>): string {
  const palette = ownPalette(style);
  const accent = style.accent ?? parseColor(site.accent);
  const colors = palette
    ? paletteRule(palette, accent ?? usualAccent)
    : accentRule({ accent: accent ? formatColor(accent) : '' });
  return colors + (style.corners === undefined ? '' : `:root{--corner:${style.corners}px}`);
}

/** Classes of the body; the rest is in web/calendar/embed.css. */
export const embedStyleClasses = ({ corners, font }: EmbedStyle): string =>
  ['embed', ...(corners === undefined ? [] : ['with-corners']), ...(font ? [`font-${font}`] : [])].join(' ');
