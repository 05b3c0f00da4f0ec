import type { Texts } from '../texts';

export const find: Texts['find'] = {
  find: 'Buscar en todo (Ctrl+K)',
  title: 'Buscar en todo',
  input: 'Buscar registros, páginas y acciones',
  results: 'Resultados',
  count: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  failed: 'No se pudo buscar en algunos registros.',
};
