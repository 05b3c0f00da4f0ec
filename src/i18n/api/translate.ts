// Translates API messages. A catalogue maps English messages to translations; `{}` is a placeholder whose content is
// translated as well, if the catalogue has it.
import { textsFor } from '../texts.js';

type Catalogue = Readonly<Record<string, string>>;

interface Template {
  readonly pattern: RegExp;
  readonly translation: string;
}

const compiled = new Map<Catalogue, readonly Template[]>();

const literal = (text: string): string => text.replace(/[.*+?^$()[\]|\\]/g, '\\$&');

function templatesOf(catalogue: Catalogue): readonly Template[] {
  const cached = compiled.get(catalogue);
  if (cached) return cached;
  const templates = Object.entries(catalogue)
    .filter(([english]) => english.includes('{}'))
    // The longest first: "{} takes numbers from {} to {}." also matches messages that say more.
    .sort(([a], [b]) => b.length - a.length)
    .map(([english, translation]) => ({
      pattern: new RegExp(`^${literal(english).replaceAll('{}', '(.*)')}$`, 's'),
      translation,
    }));
  compiled.set(catalogue, templates);
  return templates;
}

/** Without an entry the message stays English. */
export function translate(text: string, language: string | undefined): string {
  const catalogue: Catalogue = textsFor(language).messages;
  if (Object.hasOwn(catalogue, text)) return catalogue[text] ?? text;
  for (const { pattern, translation } of templatesOf(catalogue)) {
    const filled = pattern.exec(text)?.slice(1);
    if (filled)
      return filled.reduce((message, part) => message.replace('{}', () => translate(part, language)), translation);
  }
  return text;
}
