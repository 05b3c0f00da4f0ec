// Name, logo and accent colour of the site, which the console shows, too. The page has them at the start; saved settings
// replace them.
import { effect, signal } from '@preact/signals';
import {
  accentOn,
  type Color,
  fixed,
  formatColor,
  type Palette,
  parseColor,
  type Themed,
  textOn,
} from '../../../src/core/color.js';
import type { Settings } from '../api/generated';
import { sitePath, startBrand } from '../api/paths';

export interface Brand {
  readonly name: string;
  /** URL, or empty. */
  readonly logo: string;
  readonly logoDark: string;
  readonly icon: string;
  /** `#rrggbb`, or empty for the colours of style.css. */
  readonly accent: string;
}

export const brand = signal<Brand>(startBrand);

const urlOf = (image: Settings['logo']): string => image?.url ?? '';

export function setBrand({ name, logo, logo_dark, icon, accent_color }: Settings): void {
  brand.value = {
    name,
    logo: urlOf(logo),
    logoDark: urlOf(logo_dark),
    icon: urlOf(icon) || `${sitePath}/favicon.svg`,
    accent: accent_color,
  };
}

/** Backgrounds of style.css; on dark pages `--hover` is the one with the least contrast. */
const palettes: Themed<Palette> = {
  light: { paper: fixed('#faf6ef'), card: fixed('#fffdf9'), sunk: fixed('#f3ece1'), ink: fixed('#2b2420') },
  dark: { paper: fixed('#1b1816'), card: fixed('#24201d'), sunk: fixed('#2e2925'), ink: fixed('#f1e9e0') },
};

/** The same rule as on the pages keeps texts readable; here areas have the colour of texts. */
function colorsOf(accent: Color): Readonly<Record<string, string>> {
  const [light, dark] = [accentOn(accent, palettes.light), accentOn(accent, palettes.dark)];
  const both = (one: Color, other: Color) => `light-dark(${formatColor(one)}, ${formatColor(other)})`;
  return {
    '--accent': both(light.accent, dark.accent),
    '--on-accent': both(textOn(light.accent), textOn(dark.accent)),
    '--accent-soft': both(light.soft, dark.soft),
  };
}

const names = ['--accent', '--on-accent', '--accent-soft'];

/** The Content Security Policy allows styles that a script sets. */
export const startBrandColors = (): void => {
  effect(() => {
    const { style } = document.documentElement;
    const accent = parseColor(brand.value.accent);
    const colors = accent ? colorsOf(accent) : {};
    for (const name of names) style.setProperty(name, colors[name] ?? '');
  });
};
