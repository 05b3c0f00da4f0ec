import type { Texts } from '../texts';

export const find: Texts['find'] = {
  find: 'Buscar en todo (Ctrl+K)',
  title: 'Buscar en todo',
  input: 'Buscar registros, páginas y acciones',
  searchOrCreate: 'Buscar o escribir un evento: «Noche de cine viernes 20:00»',
  page: 'página',
  action: 'acción',
  results: 'Resultados',
  count: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  failed: 'No se pudo buscar en algunos registros.',
};
