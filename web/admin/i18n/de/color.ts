import type { Texts } from '../texts';

export const color: Texts['color'] = {
  pick: (label) => `${label}: Farbe wählen`,
  clear: 'Entfernen',
  clearNamed: (label) => `${label} entfernen`,
  light: 'Auf hellen Seiten',
  dark: 'Auf dunklen Seiten',
  shade: 'Texte verwenden einen dunkleren Ton, damit sie lesbar sind.',
};
