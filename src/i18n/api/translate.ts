// Sentences for people in the language they asked for. A sentence is known by its English wording, in which `{}` stands
// for whatever is filled in; what is filled in may be a sentence or a word of its own.
import { french } from './fr.js';

type Catalogue = Readonly<Record<string, string>>;

interface Sentence {
  readonly pattern: RegExp;
  readonly wording: string;
}

const catalogues: Readonly<Record<string, Catalogue>> = { fr: french };
const compiled = new Map<string, readonly Sentence[]>();

const literal = (text: string): string => text.replace(/[.*+?^$()[\]|\\]/g, '\\$&');

function sentencesOf(code: string, catalogue: Catalogue): readonly Sentence[] {
  const known = compiled.get(code);
  if (known) return known;
  const sentences = Object.entries(catalogue)
    .filter(([english]) => english.includes('{}'))
    .map(([english, wording]) => ({
      pattern: new RegExp(`^${literal(english).replaceAll('{}', '(.*)')}$`, 's'),
      wording,
    }));
  compiled.set(code, sentences);
  return sentences;
}

/** `fr-CA` is served by `fr`; a language without a catalogue, and a sentence that is not in it, stay English. */
export function translate(text: string, language: string | undefined): string {
  const code = language?.split('-')[0] ?? '';
  const catalogue = catalogues[code];
  if (!catalogue) return text;
  if (Object.hasOwn(catalogue, text)) return catalogue[text] ?? text;
  for (const { pattern, wording } of sentencesOf(code, catalogue)) {
    const filled = pattern.exec(text)?.slice(1);
    if (filled) return filled.reduce((said, part) => said.replace('{}', () => translate(part, language)), wording);
  }
  return text;
}
