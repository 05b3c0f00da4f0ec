// Colours of the site: contrast and the colours derived from a chosen one.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../tests/harness/repetitions.js';
import { paperColors } from '../pages/icon.js';
import {
  accentOn,
  accentProblem,
  type Color,
  contrast,
  formatColor,
  palettes,
  parseColor,
  readableOn,
  textContrast,
  textOn,
  themeOf,
  tintsOf,
  usualAccent,
} from './color.js';

const of = (text: string): Color => parseColor(text) ?? expect.fail(text);
const part = fc.integer({ min: 0, max: 255 });
const color = fc.record({ r: part, g: part, b: part });
const numRuns = repetitions(300);

/** In degrees; undefined for greys, and for colours too dark or light to have a clear one. */
function hueOf({ r, g, b }: Color): number | undefined {
  const range = Math.max(r, g, b) - Math.min(r, g, b);
  if (range < 48) return undefined;
  const max = Math.max(r, g, b);
  const sixth = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return (sixth * 60 + 360) % 360;
}

describe('colours', () => {
  test.each(['', '#fff', '#ffd40', '#ffd4000', 'ffd400', '#ggd400', 'red', ' #ffd400', '#ffd400\n', '#ffd400;}'])(
    'rejects %j',
    (text) => expect(parseColor(text)).toBeUndefined(),
  );

  test('reads what it writes', () =>
    fc.assert(
      fc.property(color, (one) => {
        expect(parseColor(formatColor(one))).toEqual(one);
      }),
      { numRuns },
    ));

  test('reads upper case', () => expect(of('#FFD400')).toEqual({ r: 255, g: 212, b: 0 }));

  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('contrast of %s and %s is %d', (a, b, ratio) => {
    expect(contrast(of(a), of(b))).toBeCloseTo(ratio, 2);
    expect(contrast(of(b), of(a))).toBe(contrast(of(a), of(b)));
  });
});

describe('derived colours', () => {
  test('text on any colour is readable', () =>
    fc.assert(
      fc.property(color, (one) => {
        expect(contrast(textOn(one), one)).toBeGreaterThanOrEqual(textContrast);
      }),
      { numRuns },
    ));

  test('every accent colour is readable on every background, in light and dark', () =>
    fc.assert(
      fc.property(color, (chosen) => {
        const theme = themeOf(chosen);
        for (const name of ['light', 'dark'] as const) {
          const { accent, fill, onFill, soft } = theme[name];
          const { paper, card, sunk } = palettes[name];
          for (const background of [paper, card, sunk, soft])
            expect(contrast(accent, background)).toBeGreaterThanOrEqual(textContrast);
          expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(textContrast);
          expect(contrast(fill, paper)).toBeGreaterThanOrEqual(1.25);
        }
      }),
      { numRuns },
    ));

  test('every category colour has readable text, in light and dark', () =>
    fc.assert(
      fc.property(color, (chosen) => {
        for (const { tint, tintInk } of Object.values(tintsOf(chosen)))
          expect(contrast(tintInk, tint)).toBeGreaterThanOrEqual(textContrast);
      }),
      { numRuns },
    ));

  test('accent colours are readable on any background, also one of medium lightness', () =>
    fc.assert(
      fc.property(color, color, (chosen, paper) => {
        const { accent, fill, onFill, soft } = accentOn(chosen, {
          paper,
          card: paper,
          sunk: paper,
          ink: textOn(paper),
        });
        for (const background of [paper, soft])
          expect(contrast(accent, background)).toBeGreaterThanOrEqual(textContrast);
        expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(textContrast);
      }),
      { numRuns },
    ));

  test('a changed colour keeps its hue', () =>
    fc.assert(
      fc.property(color, (chosen) => {
        for (const { paper, card, sunk } of Object.values(palettes)) {
          const [before, after] = [hueOf(chosen), hueOf(readableOn(chosen, [paper, card, sunk]))];
          if (before === undefined || after === undefined) return;
          expect(Math.abs(((after - before + 540) % 360) - 180)).toBeLessThan(4);
        }
      }),
      { numRuns },
    ));

  test('a readable colour stays as it is', () => {
    const theme = themeOf(of('#96341f'));
    expect([theme.light.accent, theme.light.fill].map(formatColor)).toEqual(['#96341f', '#96341f']);
  });

  test('a bright colour stays on buttons, and gets a darker shade for links', () => {
    const { light, dark } = themeOf(of('#ffd400'));
    expect([light.fill, light.onFill, dark.accent].map(formatColor)).toEqual(['#ffd400', '#000000', '#ffd400']);
    expect(formatColor(light.accent)).not.toBe('#ffd400');
  });
});

describe('accent colours that are rejected', () => {
  test.each(['', 'red', '#fff', '#12345', '#1234567'])('%j is no colour', (text) =>
    expect(accentProblem(text)).toMatch(/such as/),
  );
  test.each(['#ffffff', '#fbf8f3', '#ffff00', '#fffde0'])('%s has no contrast with light pages', (text) =>
    expect(accentProblem(text)).toMatch(/contrast/),
  );
  test.each(['#ffd400', '#102040', '#000000', '#96341f', '#00aa55'])('%s is accepted', (text) =>
    expect(accentProblem(text)).toBeUndefined(),
  );
});

describe('the colours of style sheets', () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const names = ['paper', 'card', 'sunk', 'ink'] as const;
  const shown = (palette: (typeof palettes)['light' | 'dark']) => names.map((name) => formatColor(palette[name]));

  test('of the pages are those that accents are computed for', () => {
    const css = read('web/calendar/base.css');
    const [light = '', dark = ''] = css.split('[data-theme="dark"]', 2);
    const valuesIn = (text: string) => names.map((name) => new RegExp(`--${name}: (#\\w+);`).exec(text)?.[1]);
    expect(valuesIn(light)).toEqual(shown(palettes.light));
    expect(valuesIn(dark)).toEqual(shown(palettes.dark));
    expect(new Set(/--accent: (#\w+);\s*--fill: (#\w+);/.exec(light)?.slice(1))).toEqual(
      new Set([formatColor(usualAccent)]),
    );
    expect(paperColors).toEqual({ light: formatColor(palettes.light.paper), dark: formatColor(palettes.dark.paper) });
    const plates = [...read('web/brand.css').matchAll(/background: (#\w+);/g)].map(([, color]) => color);
    expect(new Set(plates)).toEqual(new Set([paperColors.light]));
  });

  test('of the console are those that its accent is computed for', () => {
    const css = read('web/admin/style.css');
    const pair = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(css) ?? [];
    const [light, dark] = [1, 2].map((at) => ({
      paper: pair('paper')[at],
      card: pair('card')[at],
      // The darkest area is the one with the least contrast.
      sunk: pair(at === 1 ? 'sunk' : 'hover')[at],
      ink: pair('ink')[at],
    }));
    const computed = [...read('web/admin/shell/brand.ts').matchAll(/(\w+): fixed\('(#\w+)'\)/g)].map(
      ([, name = '', value]) => [name, value],
    );
    expect(Object.fromEntries(computed.slice(0, 4))).toEqual(light);
    expect(Object.fromEntries(computed.slice(4))).toEqual(dark);
  });
});
