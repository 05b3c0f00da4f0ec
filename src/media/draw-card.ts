// Draws a card: date and title on paper, the name of the site on a band in the accent colour.
import type { Card } from '../core/card.js';
import { cardSize } from '../core/card.js';
import { accentOn, type Color, formatColor, palettes, parseColor, usualAccent } from '../core/color.js';
import { cardCoverage, cardFont, drawable, ignoreMachineFonts } from './card-font.js';
import sharp from './sharp.js';

ignoreMachineFonts();

const margin = 80;
const bandHeight = 110;
const textWidth = cardSize.width - 2 * margin;
/** Between the lines of the card. */
const gap = 40;
/** Characters; the rest is cut, so that letters stay readable on a small screen. */
const maxTitle = 140;
const maxSiteName = 60;
const timeoutSeconds = 10;

interface TextStyle {
  readonly color: Color;
  /** Pixels. */
  readonly size: number;
  readonly maxHeight: number;
}

interface DrawnText {
  readonly input: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 4 };
}

/** At a space, if there is one near the end. */
function cut(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const kept = characters.slice(0, max - 1).join('');
  const space = kept.lastIndexOf(' ');
  return `${kept.slice(0, space > max / 2 ? space : undefined).trimEnd()}…`;
}

/** Pango reads markup. */
const escaped = (text: string): string => text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** In a smaller size if the text would be higher than its place. */
async function drawText(text: string, { color, size, maxHeight }: TextStyle): Promise<DrawnText> {
  const options = {
    text: `<span foreground="${formatColor(color)}">${escaped(text)}</span>`,
    font: `${cardFont.name} ${size}`,
    fontfile: cardFont.file,
    width: textWidth,
    rgba: true,
    wrap: 'word-char',
  } as const;
  // At 72 dpi a point is a pixel. With a height instead, the largest size is found that fits.
  const draw = (fit: { readonly dpi: number } | { readonly height: number }) =>
    sharp({ text: { ...options, ...fit } })
      .timeout({ seconds: timeoutSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true });
  const usual = await draw({ dpi: 72 });
  const { data, info } = usual.info.height > maxHeight ? await draw({ height: maxHeight }) : usual;
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 } };
}

/** A card without a title that can be drawn has its date in the place of the title. */
async function textsOf({ title, when, site }: Card) {
  const covers = await cardCoverage();
  const date = when.map((text) => drawable(text, covers)).find((text) => text !== undefined);
  const name = drawable(title, covers);
  const siteName = drawable(site, covers);
  return {
    headline: name === undefined ? date : cut(name, maxTitle),
    date: name === undefined ? undefined : date,
    siteName: siteName && cut(siteName, maxSiteName),
  };
}

export async function drawCard(card: Card): Promise<Buffer> {
  const { width, height } = cardSize;
  const { paper, ink } = palettes.light;
  const { accent, fill, onFill } = accentOn(parseColor(card.accent) ?? usualAccent, palettes.light);
  const { headline, date, siteName } = await textsOf(card);
  const band = { input: { create: { width, height: bandHeight, channels: 3, background: fill } } } as const;
  const layers: { input: Buffer | (typeof band)['input']; raw?: DrawnText['raw']; left: number; top: number }[] = [
    { ...band, left: 0, top: height - bandHeight },
  ];
  let top = margin;
  const add = async (text: string, style: TextStyle) => {
    const drawn = await drawText(text, style);
    layers.push({ ...drawn, left: margin, top });
    top += drawn.raw.height + gap;
  };
  const paperHeight = height - bandHeight - margin / 2;
  if (date) await add(date, { color: accent, size: 38, maxHeight: 110 });
  if (headline) await add(headline, { color: ink, size: 76, maxHeight: paperHeight - top });
  if (siteName) {
    const drawn = await drawText(siteName, { color: onFill, size: 36, maxHeight: 50 });
    layers.push({ ...drawn, left: margin, top: Math.round(height - (bandHeight + drawn.raw.height) / 2) });
  }
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .png({ compressionLevel: 9 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer();
}
