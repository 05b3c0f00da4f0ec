import type { Texts } from '../texts';

export const ui: Texts['ui'] = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  dismiss: 'Ocultar',
  required: 'Obligatorio',
  pages: 'Páginas',
  range: (first, last, total) => `${first}–${last} de ${total}`,
  items: (count) => (count === 1 ? '1 elemento' : `${count} elementos`),
  previous: 'Anterior',
  next: 'Siguiente',
  loading: 'Cargando',
  failed: 'Se produjo un error',
  retry: 'Intentar de nuevo',
  undo: 'Deshacer',
  save: 'Guardar',
  copy: 'Copiar',
  copied: 'Copiado',
  done: 'Listo',
};
