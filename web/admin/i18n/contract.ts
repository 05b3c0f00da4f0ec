// Texts of the API document in the language of the console. A text without a translation stays English.
import { type FrenchNoun, frenchLabels, frenchNouns } from './contract-fr';
import { language } from './texts';

/** `english` is a label, a help text or a choice. */
export const labelIn = (english: string): string =>
  language.value === 'fr' ? (frenchLabels[english] ?? english) : english;

export interface Nouns {
  readonly one: string;
  readonly a: string;
  readonly many: string;
}

interface Named {
  readonly name: string;
  readonly noun: Nouns;
}

const startsWithVowel = (word: string): boolean => /^[aeiouyhàâéèêîôû]/i.test(word);

const article = ({ one, feminine }: FrenchNoun): string => `${feminine ? 'une' : 'un'} ${one}`;

/** `a` is the noun with its indefinite article. */
export function nounsOf({ name, noun }: Named): Nouns {
  const french = language.value === 'fr' ? frenchNouns[name] : undefined;
  return french ? { one: french.one, many: french.many, a: article(french) } : noun;
}

/** “New event”, “Nouvel événement”. */
export function newOf({ name, noun }: Named): string {
  const french = language.value === 'fr' ? frenchNouns[name] : undefined;
  if (!french) return `New ${noun.one}`;
  if (french.feminine) return `Nouvelle ${french.one}`;
  return `${startsWithVowel(french.one) ? 'Nouvel' : 'Nouveau'} ${french.one}`;
}

/** “this event”, “cet événement”. */
export function thisOf({ name, noun }: Named): string {
  const french = language.value === 'fr' ? frenchNouns[name] : undefined;
  if (!french) return `this ${noun.one}`;
  if (french.feminine) return `cette ${french.one}`;
  return `${startsWithVowel(french.one) ? 'cet' : 'ce'} ${french.one}`;
}
