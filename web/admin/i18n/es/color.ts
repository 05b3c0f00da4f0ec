import type { Texts } from '../texts';

export const color: Texts['color'] = {
  pick: (label) => `${label}: elegir un color`,
  clear: 'Borrar',
  clearNamed: (label) => `Borrar ${label}`,
  light: 'En páginas claras',
  dark: 'En páginas oscuras',
  shade: 'Los textos usan un tono más oscuro para que se puedan leer.',
};
