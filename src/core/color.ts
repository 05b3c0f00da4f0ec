// Colours of the site: from the one colour that an owner chooses to the colours of pages, readable in light and dark.
// Pure. Contrast is that of WCAG 2.2; a colour changes its lightness, never its hue.

/** Red, green and blue from 0 to 255. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** `#rrggbb`, in either case. */
export function parseColor(text: string): Color | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const at = (from: number) => Number.parseInt(text.slice(from, from + 2), 16);
  return { r: at(1), g: at(3), b: at(5) };
}

export const formatColor = ({ r, g, b }: Color): string =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** For colours in the source. */
export const fixed = (text: string): Color => {
  const color = parseColor(text);
  if (!color) throw new TypeError(`not a colour: ${text}`);
  return color;
};

function luminance({ r, g, b }: Color): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** From 1 for equal colours to 21 for black and white. */
export function contrast(a: Color, b: Color): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the first colour, the rest of the second. */
export function mix(color: Color, other: Color, share: number): Color {
  const part = (name: keyof Color) => Math.round(color[name] * share + other[name] * (1 - share));
  return { r: part('r'), g: part('g'), b: part('b') };
}

/** Lightness from 0 to 1, with the hue and saturation (HSL) of the colour. */
function withLightness({ r, g, b }: Color, lightness: number): Color {
  const max = Math.max(r, g, b) / 255;
  const min = Math.min(r, g, b) / 255;
  const own = (max + min) / 2;
  const saturation = max === min ? 0 : (max - min) / (1 - Math.abs(2 * own - 1));
  const chroma = saturation * (1 - Math.abs(2 * lightness - 1));
  const part = (value: number) => {
    const position = max === min ? 0.5 : (value / 255 - min) / (max - min);
    return Math.round(Math.min(1, Math.max(0, lightness + chroma * (position - 0.5))) * 255);
  };
  return { r: part(r), g: part(g), b: part(b) };
}

const lightnessOf = ({ r, g, b }: Color): number => (Math.max(r, g, b) + Math.min(r, g, b)) / 510;

/** Minimum contrast of text (WCAG 2.2, 1.4.3), and of areas, which must only be noticed. */
export const textContrast = 4.5;
const areaContrast = 1.25;

const black: Color = { r: 0, g: 0, b: 0 };
const white: Color = { r: 255, g: 255, b: 255 };

/** Black or white, the one with more contrast; it is at least 4.58. */
export const textOn = (background: Color): Color =>
  contrast(white, background) >= contrast(black, background) ? white : black;

/** The colour, or the nearest lighter or darker one with this contrast on every background. */
export function readableOn(color: Color, backgrounds: readonly Color[], ratio = textContrast): Color {
  const worst = (one: Color) => Math.min(...backgrounds.map((background) => contrast(one, background)));
  if (worst(color) >= ratio) return color;
  const target = worst(white) >= worst(black) ? 1 : 0;
  const start = lightnessOf(color);
  const steps = 200;
  for (let step = 1; step <= steps; step += 1) {
    const next = withLightness(color, start + ((target - start) * step) / steps);
    if (worst(next) >= ratio) return next;
  }
  return target ? white : black;
}

/** Backgrounds and text of pages. `sunk` is a recessed area. */
export interface Palette {
  readonly paper: Color;
  readonly card: Color;
  readonly sunk: Color;
  readonly ink: Color;
}

/** The same as in web/calendar/base.css. */
export const palettes = {
  light: { paper: fixed('#fbf8f3'), card: white, sunk: fixed('#f4eee5'), ink: fixed('#251f1b') },
  dark: { paper: fixed('#171412'), card: fixed('#201c19'), sunk: fixed('#26211d'), ink: fixed('#f3ece4') },
} as const satisfies Readonly<Record<string, Palette>>;

/** `--accent` of web/calendar/base.css: the accent of a site that has chosen none. */
export const usualAccent: Color = fixed('#96341f');

/** Colours made from an accent colour for one palette. */
export interface AccentColors {
  /** Links and other text. */
  readonly accent: Color;
  /** Buttons and other areas: the chosen colour itself wherever it can be seen. */
  readonly fill: Color;
  /** Text on areas. */
  readonly onFill: Color;
  /** Background of marked texts, which have the colour `accent`. */
  readonly soft: Color;
}

export function accentOn(accent: Color, { paper, card, sunk }: Palette): AccentColors {
  const fill = readableOn(accent, [paper], areaContrast);
  const tinted = mix(fill, paper, 0.12);
  const text = readableOn(accent, [paper, card, sunk, tinted]);
  const isReadable = [paper, card, sunk, tinted].every((background) => contrast(text, background) >= textContrast);
  const fillColors = { fill, onFill: textOn(fill) };
  // On a page of medium lightness no text may be readable both on the page and on its tint.
  return isReadable
    ? { ...fillColors, accent: text, soft: tinted }
    : { ...fillColors, accent: readableOn(accent, [paper, card, sunk]), soft: paper };
}

/** Colours of a category for one palette. */
export interface TintColors {
  /** Background of an entry, and the text on it. */
  readonly tint: Color;
  readonly tintInk: Color;
  /** Dots and edges. */
  readonly mark: Color;
}

export function tintOn(color: Color, { paper, card }: Palette): TintColors {
  const mark = readableOn(color, [paper, card], areaContrast);
  const tint = mix(mark, paper, 0.16);
  return { tint, tintInk: readableOn(color, [tint], 7), mark };
}

export interface Themed<Colors> {
  readonly light: Colors;
  readonly dark: Colors;
}

const inBoth = <Colors>(make: (palette: Palette) => Colors): Themed<Colors> => ({
  light: make(palettes.light),
  dark: make(palettes.dark),
});

/** Accent colours of the site in both themes. */
export const themeOf = (accent: Color): Themed<AccentColors> => inBoth((palette) => accentOn(accent, palette));

/** Category colours in both themes. */
export const tintsOf = (color: Color): Themed<TintColors> => inBoth((palette) => tintOn(color, palette));

export const noColor = 'Must be a color such as #1a6b3c.';
const tooLittleContrast = 'Too little contrast with light pages. Choose a darker color.';

/**
 * Why an accent colour is rejected, or undefined. Dark pages always get a lighter colour where it is needed. Light pages
 * show the chosen one: a button of almost their background could not be noticed, and links in a much darker colour would
 * no longer look like the chosen one.
 */
export function accentProblem(text: string): string | undefined {
  const accent = parseColor(text);
  if (!accent) return noColor;
  return contrast(accent, palettes.light.paper) < areaContrast ? tooLittleContrast : undefined;
}
