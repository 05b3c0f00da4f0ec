// Texts on which two databases could disagree: case, accents, scripts, wildcards, quotes, backslashes, letters of four
// bytes, very short and very long ones. They come from a small stock, so that searches find something.
import fc from 'fast-check';

export const pick = <T>(...items: readonly T[]) => fc.constantFrom(...items);
export const weighed = <T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight: Math.round(weight * 10), arbitrary })));

const stock = (words: string): readonly string[] => words.split(' ');

const latin = pick(
  ...stock(
    'Harvest harvest HARVEST Fair fair Café CAFÉ cafe cafe\u0301 naïve Łódź lodz Straße STRASSE strasse Zoë zoe',
  ),
  ...stock('Æther aether Øre ore Ångström \u212bngstrom ﬁne fine İzmir izmir ısı ISI \u212aelvin kelvin ǅungla'),
  ...stock('zz Z a A é E i ß ab'),
);
const scripts = pick(
  ...stock(
    'Москва МОСКВА й и ёлка ΣΊΣΥΦΟΣ σίσυφος Σισυφοσ 日本語 日本 東京 京 한국어 العربية عَرَبِيّ עִבְרִית עברית हिन्दी ไทย',
  ),
  ...stock('ʻokina ﷺ 𝔘𝔫𝔦 uni 𠮷野家 𠮷 がくせい カ\u3099 🎉 🎉🎊 👩‍👩‍👧 🏳️‍🌈 ①②③ ½ Ⅷ \u{10ffff} \uffff \ufeff \u200b'),
  ...['\u00a0', '\u2028', '\u202e'],
);
const marks = pick(
  ...stock(
    "% _ \\ %% 100% 50%_off a_b a%b a\\b \\% \\_ \\\\ C:\\temp\\new \\u0041 \\x41 ' '' O'Brien it’s \" “deep” «deep»",
  ),
  ...stock('` $1 $$ ? :a -- - – ; /* * {words} (a) [a-z] ^ | NOT OR AND NEAR null NULL true 0 00 1 1e3 0x1F …'),
  ...stock('<b>bold</b> <p>one</p><p>two</p> &amp; & &#37; < a<b'),
  ...['\t', '\n', '  ', '\u0001', '\u007f'],
);
const anyLetters = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const graphemes = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });

export const word = weighed<string>([6, latin], [4, scripts], [3, marks], [1, anyLetters], [1, graphemes]);

/** As long as a slug and a name may be, and one more; of letters that no compression makes short. */
const longest = fc
  .tuple(pick(0x4e00, 0x430, 0x61, 0x1f300), fc.integer({ min: 0, max: 6_000 }), pick(190, 199, 200, 201, 1_000, 1_001))
  .map(([first, start, length]) => {
    const spread = first === 0x61 ? 26 : first === 0x430 ? 32 : first === 0x1f300 ? 250 : 20_000;
    const letter = (n: number) => String.fromCodePoint(first + ((start + n * n * 31 + n * 7) % spread));
    return Array.from({ length }, (_, n) => letter(n)).join('');
  });

/** Texts that one of the databases cannot store, so both must reject them. */
const unstorable = pick('nul\u0000', '\u0000', 'half \ud83c', '\udf89');

const words = (most: number) => fc.array(word, { minLength: 1, maxLength: most }).map((parts) => parts.join(' '));

/** A short stock of plain names makes records that share one. */
const common = pick('Fair', 'fair', 'FÁIR', 'Harvest Fair', 'harvest  fair', 'Music', 'music', 'MÜSIC', 'Café Noir');

export const name = weighed<string>([5, common], [8, words(3)], [1, longest], [0.1, unstorable]);

/** Terms can get equal names by renaming; their order must still be defined. */
export const termName = weighed<string>([2, common], [3, name]);

export const html = weighed<string>(
  [6, words(8)],
  [2, words(4).map((text) => `<p>${text}</p>\n\n<ul><li>${text}</li></ul>`)],
  [0.5, longest],
  [0.1, unstorable],
);

export const line = weighed<string>([8, words(2)], [0.5, longest], [0.1, unstorable]);

/** A piece of a word as well: a search finds substrings. */
const piece = fc
  .tuple(weighed<string>([1, common], [1, word]), fc.nat(3), fc.integer({ min: 1, max: 4 }))
  .map(([whole, from, length]) => {
    const letters = [...whole];
    return letters.slice(from % letters.length, (from % letters.length) + length).join('');
  });
const term = weighed<string>([4, common], [4, word], [5, piece], [0.5, longest.map((text) => text.slice(0, 40))]);
const plainTerms = fc.array(term, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(' '));
const markedTerm = fc
  .tuple(pick('', '', '-', '--'), fc.boolean(), fc.array(term, { minLength: 1, maxLength: 2 }))
  .map(([dash, phrase, parts]) => dash + (phrase ? `"${parts.join(' ')}"` : parts.join('')));
const markedTerms = fc.array(markedTerm, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));

export const search = weighed<string>(
  [6, term],
  [3, plainTerms],
  [5, markedTerms],
  [0.5, pick('-', '""', '"', '-""', '', ' ', ',', '%', '_', '\\', "'")],
  [0.3, longest],
  [0.1, unstorable],
);
