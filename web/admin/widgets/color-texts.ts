import { translated } from '../i18n/texts';

export const texts = translated({
  en: {
    pick: (label: string) => `${label}: choose a color`,
    clear: 'Clear',
    clearNamed: (label: string) => `Clear ${label}`,
    light: 'On light pages',
    dark: 'On dark pages',
    shade: 'Texts use a darker shade, so that they can be read.',
  },
  fr: {
    pick: (label: string) => `${label} : choisir une couleur`,
    clear: 'Effacer',
    clearNamed: (label: string) => `Effacer ${label}`,
    light: 'Sur pages claires',
    dark: 'Sur pages sombres',
    shade: 'Les textes utilisent une nuance plus foncée pour rester lisibles.',
  },
});
