import { translated } from '../i18n/texts';

export const texts = translated({
  en: {
    pick: 'Choose a color',
    clear: 'Clear',
    light: 'On light pages',
    dark: 'On dark pages',
    shade: 'Texts use a darker shade, so that they can be read.',
  },
  fr: {
    pick: 'Choisir une couleur',
    clear: 'Effacer',
    light: 'Sur pages claires',
    dark: 'Sur pages sombres',
    shade: 'Les textes utilisent une nuance plus foncée pour rester lisibles.',
  },
});
