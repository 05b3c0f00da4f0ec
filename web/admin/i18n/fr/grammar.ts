import type { Named } from '../contract';
import type { Texts } from '../texts';

interface Noun {
  readonly one: string;
  readonly many: string;
  readonly feminine?: true;
}

const nouns: Readonly<Record<string, Noun>> = {
  event: { one: 'événement', many: 'événements' },
  venue: { one: 'lieu', many: 'lieux' },
  organizer: { one: 'organisateur', many: 'organisateurs' },
  category: { one: 'catégorie', many: 'catégories', feminine: true },
  tag: { one: 'étiquette', many: 'étiquettes', feminine: true },
  media: { one: 'image', many: 'images', feminine: true },
  user: { one: 'utilisateur', many: 'utilisateurs' },
  subscription: { one: 'abonnement', many: 'abonnements' },
  webhook: { one: 'webhook', many: 'webhooks' },
  settings: { one: 'réglages', many: 'réglages' },
};

const nounOf = ({ name, noun }: Named): Noun => nouns[name] ?? noun;

const startsWithVowel = (word: string): boolean => /^[aeiouyhàâéèêîôû]/i.test(word);

export const grammar: Texts['grammar'] = {
  nouns: (resource) => {
    const { one, many, feminine } = nounOf(resource);
    return { one, many, a: `${feminine ? 'une' : 'un'} ${one}` };
  },
  new: (resource) => {
    const { one, feminine } = nounOf(resource);
    if (feminine) return `Nouvelle ${one}`;
    return `${startsWithVowel(one) ? 'Nouvel' : 'Nouveau'} ${one}`;
  },
  this: (resource) => {
    const { one, feminine } = nounOf(resource);
    if (feminine) return `cette ${one}`;
    return `${startsWithVowel(one) ? 'cet' : 'ce'} ${one}`;
  },
  withinSentence: (text) => text.toLowerCase(),
};
