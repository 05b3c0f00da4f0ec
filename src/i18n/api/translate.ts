// Translates API messages. A catalogue maps English messages to translations; `{}` is a placeholder whose content is
// translated as well, if the catalogue has it.
import { french } from './fr.js';

type Catalogue = Readonly<Record<string, string>>;

interface Template {
  readonly pattern: RegExp;
  readonly translation: string;
}

const catalogues: Readonly<Record<string, Catalogue>> = { fr: french };
/** Languages of messages; English needs no catalogue. */
export const messageLanguages: readonly string[] = ['en', ...Object.keys(catalogues)];

const compiled = new Map<string, readonly Template[]>();

const literal = (text: string): string => text.replace(/[.*+?^$()[\]|\\]/g, '\\$&');

function templatesOf(code: string, catalogue: Catalogue): readonly Template[] {
  const cached = compiled.get(code);
  if (cached) return cached;
  const templates = Object.entries(catalogue)
    .filter(([english]) => english.includes('{}'))
    // The longest first: "{} takes numbers from {} to {}." also matches messages that say more.
    .sort(([a], [b]) => b.length - a.length)
    .map(([english, translation]) => ({
      pattern: new RegExp(`^${literal(english).replaceAll('{}', '(.*)')}$`, 's'),
      translation,
    }));
  compiled.set(code, templates);
  return templates;
}

/** `fr-CA` uses `fr`. Without a catalogue or an entry the message stays English. */
export function translate(text: string, language: string | undefined): string {
  const code = language?.split('-')[0] ?? '';
  const catalogue = catalogues[code];
  if (!catalogue) return text;
  if (Object.hasOwn(catalogue, text)) return catalogue[text] ?? text;
  for (const { pattern, translation } of templatesOf(code, catalogue)) {
    const filled = pattern.exec(text)?.slice(1);
    if (filled)
      return filled.reduce((message, part) => message.replace('{}', () => translate(part, language)), translation);
  }
  return text;
}
