import type { Texts } from '../texts';

export const color: Texts['color'] = {
  pick: (label) => `${label} : choisir une couleur`,
  clear: 'Effacer',
  clearNamed: (label) => `Effacer ${label}`,
  light: 'Sur pages claires',
  dark: 'Sur pages sombres',
  shade: 'Les textes utilisent une nuance plus foncée pour rester lisibles.',
};
