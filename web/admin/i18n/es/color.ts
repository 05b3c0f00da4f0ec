import type { Texts } from '../texts';

export const color: Texts['color'] = {
  pick: (label) => `${label}: elegir un color`,
  clear: 'Quitar',
  clearNamed: (label) => `Quitar ${label}`,
  light: 'En páginas claras',
  dark: 'En páginas oscuras',
  shade: 'Los textos usan un tono más oscuro para que se puedan leer.',
};
