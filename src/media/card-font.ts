// The font of cards, which is shipped: a machine may have none. It has Latin, Greek and Cyrillic letters.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fontFolder } from '../core/shipped.js';

const shipped = (name: string): string => fileURLToPath(new URL(name, fontFolder));

/** Name for Pango, and the file. */
export const cardFont = { name: 'Noto Serif SemiBold', file: shipped('card.ttf') } as const;

/** Fontconfig reads this variable with the first text. Its settings on the machine would change the picture, and where it has
 * none it would write errors. */
export function ignoreMachineFonts(): void {
  process.env.FONTCONFIG_FILE ??= shipped('fonts.conf');
}

type Covers = (character: string) => boolean;

/** The Unicode characters of a font, from format 12 of its `cmap` table (OpenType 1.9). */
export function coverageOf(font: Buffer): Covers {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + at * 16);
  const table = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (table === undefined) throw new TypeError('a font without characters');
  const cmap = font.readUInt32BE(table + 8);
  const subtable = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, at) => cmap + 4 + at * 8)
    .map((record) => cmap + font.readUInt32BE(record + 4))
    .find((at) => font.readUInt16BE(at) === 12);
  if (subtable === undefined) throw new TypeError('a font without a table of format 12');
  const groups = Array.from({ length: font.readUInt32BE(subtable + 12) }, (_, at) => subtable + 16 + at * 12).map(
    (at) => [font.readUInt32BE(at), font.readUInt32BE(at + 4)] as const,
  );
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return groups.some(([first, last]) => code >= first && code <= last);
  };
}

let coverage: Promise<Covers> | undefined;

export function cardCoverage(): Promise<Covers> {
  coverage ??= readFile(cardFont.file).then(coverageOf);
  return coverage;
}

/** The text as it can be drawn: without control characters, piles of accents, and emoji that the font lacks. Undefined if it lacks
 * anything else, because boxes in the place of letters are worse than no text. */
export function drawable(text: string, covers: Covers): string | undefined {
  const characters = [
    ...text
      .normalize('NFC')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(/[\p{Cf}\p{Cs}]/gu, '')
      .replace(/(\p{M}{3})\p{M}+/gu, '$1'),
  ];
  const isEmoji = (character: string) => /[\p{Extended_Pictographic}\p{Emoji_Component}]/u.test(character);
  const isDrawn = (character: string) => character === ' ' || covers(character);
  if (!characters.every((character) => isDrawn(character) || isEmoji(character))) return undefined;
  const drawn = characters.filter(isDrawn).join('').replace(/ +/g, ' ').trim();
  return drawn === '' ? undefined : drawn;
}
