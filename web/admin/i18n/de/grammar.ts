import type { Named } from '../contract';
import type { Texts } from '../texts';

type Gender = 'feminine' | 'masculine' | 'neuter' | 'plural';

interface Noun {
  readonly one: string;
  readonly many: string;
  readonly gender?: Gender;
}

const nouns: Readonly<Record<string, Noun>> = {
  event: { one: 'Veranstaltung', many: 'Veranstaltungen', gender: 'feminine' },
  venue: { one: 'Veranstaltungsort', many: 'Veranstaltungsorte', gender: 'masculine' },
  organizer: { one: 'Veranstalter', many: 'Veranstalter', gender: 'masculine' },
  category: { one: 'Kategorie', many: 'Kategorien', gender: 'feminine' },
  tag: { one: 'Schlagwort', many: 'Schlagwörter', gender: 'neuter' },
  media: { one: 'Bild', many: 'Bilder', gender: 'neuter' },
  user: { one: 'Benutzer', many: 'Benutzer', gender: 'masculine' },
  subscription: { one: 'Abonnement', many: 'Abonnements', gender: 'neuter' },
  webhook: { one: 'Webhook', many: 'Webhooks', gender: 'masculine' },
  settings: { one: 'Einstellungen', many: 'Einstellungen', gender: 'plural' },
};

/** `a` is the object of a sentence, `new` and `this` are in the nominative. */
const words: Readonly<Record<Gender, { readonly a: string; readonly new: string; readonly this: string }>> = {
  feminine: { a: 'eine ', new: 'Neue', this: 'diese' },
  masculine: { a: 'einen ', new: 'Neuer', this: 'dieser' },
  neuter: { a: 'ein ', new: 'Neues', this: 'dieses' },
  plural: { a: '', new: 'Neue', this: 'diese' },
};

const nounOf = ({ name, noun }: Named): Noun => nouns[name] ?? noun;
const wordsOf = ({ gender = 'neuter' }: Noun) => words[gender];

export const grammar: Texts['grammar'] = {
  nouns: (resource) => {
    const noun = nounOf(resource);
    return { one: noun.one, many: noun.many, a: `${wordsOf(noun).a}${noun.one}` };
  },
  new: (resource) => {
    const noun = nounOf(resource);
    return `${wordsOf(noun).new} ${noun.one}`;
  },
  this: (resource) => {
    const noun = nounOf(resource);
    return `${wordsOf(noun).this} ${noun.one}`;
  },
  withinSentence: (text) => text,
};
