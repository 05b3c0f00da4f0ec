// Draws the images of the demo calendar into src/demo/pictures/, each in every size and listed in sizes.json, so that
// loading the demo encodes nothing. Run it after changing a drawing or src/media/sizes.ts:
// `npx tsx tools/demo-pictures.ts`.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { PictureSize } from '../src/core/picture.js';
import { type DemoPicture, demoFile } from '../src/demo/pictures.js';
import { type Size, variantsOf } from '../src/media/sizes.js';

const [width, height] = [1_600, 900];

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const sky = (top: string, bottom: string): string =>
  `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><rect width="${width}" height="${height}" fill="url(#sky)"/>`;

const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** Spreads numbers evenly without a visible pattern (golden ratio). */
const spread = (index: number, range: number): number => Math.round(((index * 0.618_034) % 1) * range);

const circle = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" opacity="${opacity}"/>`;

const lanterns = svg(
  sky('#14213d', '#3a3f74') +
    repeat(40, (index) => circle(spread(index, width), spread(index * 7, 420), 2 + (index % 3), '#fff4d6', 0.6)) +
    `<rect y="620" width="${width}" height="280" fill="#101a33"/>` +
    repeat(9, (index) => {
      const [x, y] = [110 + index * 175, 250 + spread(index + 3, 210)];
      const colour = ['#f2a65a', '#e76f51', '#f4d35e'][index % 3] as string;
      return `<path d="M${x} 0V${y}" stroke="#8d94c4" stroke-width="2"/>${circle(x, y + 60, 120, colour, 0.14)}<ellipse cx="${x}" cy="${y + 60}" rx="48" ry="62" fill="${colour}"/><path d="M${x - 26} ${y}h52M${x - 26} ${y + 120}h52" stroke="#5b3020" stroke-width="10"/><rect x="${x - 36}" y="${680 + (index % 4) * 36}" width="72" height="8" rx="4" fill="${colour}" opacity=".55"/>`;
    }),
);

const record = svg(
  sky('#f3e3cf', '#e8c9a6') +
    circle(1_080, 470, 400, '#2b2320') +
    repeat(
      9,
      (index) => `<circle cx="1080" cy="470" r="${390 - index * 28}" fill="none" stroke="#453832" stroke-width="3"/>`,
    ) +
    circle(1_080, 470, 130, '#b5452c') +
    circle(1_080, 470, 16, '#f3e3cf') +
    repeat(11, (index) => {
      const tall = 120 + spread(index + 2, 420);
      return `<rect x="${90 + index * 48}" y="${(height - tall) / 2}" width="22" height="${tall}" rx="11" fill="${index % 3 ? '#b5452c' : '#2f4858'}"/>`;
    }),
);

const curtain = svg(
  sky('#1f1420', '#3a1d2b') +
    `<path d="M800 0L420 900h760z" fill="#f9e3b4" opacity=".22"/><ellipse cx="800" cy="810" rx="380" ry="62" fill="#f9e3b4" opacity=".5"/>` +
    repeat(8, (index) => {
      const [left, shade] = [index * 62, index % 2 ? '#8c2f39' : '#a63d48'];
      const fold = (x: number) => `<path d="M${x} 0h62v${700 + (7 - index) * 24}q-31 30-62 0z" fill="${shade}"/>`;
      return fold(left) + fold(width - left - 62);
    }) +
    `<path d="M0 0h${width}v120Q800 190 0 120z" fill="#74242e"/>`,
);

const table = svg(
  `<rect width="${width}" height="${height}" fill="#f6efe2"/>` +
    repeat(9, (index) => `<rect x="${index * 200}" width="100" height="${height}" fill="#d9674e" opacity=".3"/>`) +
    repeat(5, (index) => `<rect y="${index * 200}" width="${width}" height="100" fill="#d9674e" opacity=".3"/>`) +
    repeat(6, (index) => {
      const [x, y] = [230 + (index % 3) * 560, 240 + Math.floor(index / 3) * 430];
      const food = ['#7a9e4b', '#e09f3e', '#9e2a2b'][(index * 2) % 3] as string;
      return `${circle(x, y, 165, '#fffdf8')}${circle(x, y, 118, '#efe6d5')}${circle(x - 26, y - 12, 56, food)}${circle(x + 44, y + 30, 38, '#e9c46a')}${circle(x + 34, y - 48, 22, '#588157')}<path d="M${x + 205} ${y - 120}v240" stroke="#8a8178" stroke-width="12" stroke-linecap="round"/>`;
    }),
);

const hills = svg(
  sky('#f7d9a8', '#f2b880') +
    circle(1_170, 330, 120, '#fff1c9') +
    ['#c98b5e', '#94794f', '#5f7350', '#3b5743', '#243d33']
      .map((colour, index) => {
        const y = 430 + index * 95;
        return `<path d="M0 ${y + 40}C${260 + index * 70} ${y - 130} ${540 - index * 40} ${y + 110} ${860 + index * 30} ${y}S${1_340 - index * 40} ${y - 90} ${width} ${y + 20}V${height}H0z" fill="${colour}"/>`;
      })
      .join(''),
);

const books = svg(
  sky('#e4ecec', '#c3d6d4') +
    `<rect y="760" width="${width}" height="140" fill="#7d5a3c"/>` +
    repeat(17, (index) => {
      const [wide, tall] = [56 + (index % 3) * 16, 380 + spread(index + 1, 280)];
      const colour = ['#2f5d62', '#b5452c', '#e2b04a', '#44546a', '#8c3f5d'][index % 5] as string;
      const x = 80 + index * 86;
      return `<rect x="${x}" y="${760 - tall}" width="${wide}" height="${tall}" rx="5" fill="${colour}"/><path d="M${x} ${800 - tall}h${wide}M${x} ${720}h${wide}" stroke="#fff7e6" stroke-width="6" opacity=".7"/>`;
    }),
);

const beam = svg(
  sky('#15161c', '#2a2233') +
    `<path d="M170 450L1330 130v640z" fill="#f7e7c1" opacity=".85"/><rect x="1330" y="110" width="40" height="680" fill="#f7efe0"/>` +
    circle(170, 450, 74, '#3c3550') +
    circle(170, 450, 30, '#f7e7c1') +
    repeat(7, (index) => {
      const x = 60 + index * 230;
      return `<circle cx="${x}" cy="${880}" r="46" fill="#0c0d11"/><rect x="${x - 70}" y="${900 - (index % 2) * 14}" width="140" height="60" rx="30" fill="#0c0d11"/>`;
    }),
);

const bunting = svg(
  sky('#bfe3e0', '#f4ead2') +
    repeat(3, (row) => {
      const top = 90 + row * 190;
      return `<path d="M0 ${top}Q800 ${top + 190} ${width} ${top}" fill="none" stroke="#5b4a3f" stroke-width="5"/>${repeat(
        15,
        (index) => {
          const part = (index + 0.5) / 15;
          const [x, y] = [part * width, top + 4 * part * (1 - part) * 95];
          const colour = ['#d1495b', '#edae49', '#00798c', '#5f7350'][(index + row) % 4] as string;
          return `<path d="M${x - 42} ${y}h84l-42 104z" fill="${colour}"/>`;
        },
      )}`;
    }) +
    repeat(5, (index) => {
      const x = 60 + index * 320;
      return `<rect x="${x}" y="760" width="220" height="140" fill="#8a5a3c"/><path d="M${x - 24} 690h268v80H${x - 24}z" fill="#fff7e6"/>${repeat(4, (stripe) => `<rect x="${x - 24 + stripe * 67}" y="690" width="34" height="80" fill="#d1495b"/>`)}`;
    }),
);

const drawings = { lanterns, record, curtain, table, hills, books, beam, bunting };

const folder = fileURLToPath(new URL('../src/demo/pictures', import.meta.url));

/** Writes a drawing, resized for a variant, and returns the size of the file in bytes. */
async function write(name: string, drawing: string, variant?: Size): Promise<number> {
  const image = sharp(Buffer.from(drawing));
  const sized = variant ? image.resize(variant.width, variant.height, { fit: 'cover' }) : image;
  const bytes = await sized.webp({ quality: 80, effort: 6 }).toBuffer();
  writeFileSync(join(folder, demoFile(name, variant)), bytes);
  return bytes.length;
}

for (const file of readdirSync(folder)) rmSync(join(folder, file));

const shipped: Record<string, DemoPicture> = {};
for (const [name, drawing] of Object.entries(drawings)) {
  const sizes: Record<string, PictureSize> = {};
  for (const variant of variantsOf({ width, height })) {
    const extent = { width: variant.width, height: variant.height };
    sizes[variant.name] = { ...extent, filesize: await write(name, drawing, extent) };
  }
  shipped[name] = { width, height, filesize: await write(name, drawing), sizes };
}
writeFileSync(join(folder, 'sizes.json'), `${JSON.stringify(shipped, undefined, 2)}\n`);
