import type { Named } from '../contract';
import type { Texts } from '../texts';

interface Noun {
  readonly one: string;
  readonly many: string;
  readonly feminine?: true;
}

const nouns: Readonly<Record<string, Noun>> = {
  event: { one: 'evento', many: 'eventos' },
  venue: { one: 'lugar', many: 'lugares' },
  organizer: { one: 'organizador', many: 'organizadores' },
  category: { one: 'categoría', many: 'categorías', feminine: true },
  tag: { one: 'etiqueta', many: 'etiquetas', feminine: true },
  media: { one: 'imagen', many: 'imágenes', feminine: true },
  user: { one: 'usuario', many: 'usuarios' },
  subscription: { one: 'suscripción', many: 'suscripciones', feminine: true },
  webhook: { one: 'webhook', many: 'webhooks' },
  settings: { one: 'ajustes', many: 'ajustes' },
};

const nounOf = ({ name, noun }: Named): Noun => nouns[name] ?? noun;

export const grammar: Texts['grammar'] = {
  nouns: (resource) => {
    const { one, many, feminine } = nounOf(resource);
    return { one, many, a: `${feminine ? 'una' : 'un'} ${one}` };
  },
  new: (resource) => {
    const { one, feminine } = nounOf(resource);
    return `${feminine ? 'Nueva' : 'Nuevo'} ${one}`;
  },
  this: (resource) => {
    const { one, feminine } = nounOf(resource);
    return `${feminine ? 'esta' : 'este'} ${one}`;
  },
  withinSentence: (text) => text.toLowerCase(),
};
