import type { Texts } from '../texts';

export const bulk: Texts['bulk'] = {
  edit: 'Editar…',
  title: (counted) => `Editar ${counted}`,
  help: 'Los campos que no cambie conservan sus valores.',
  add: (label) => `Añadir ${label.toLowerCase()}`,
  remove: (label) => `Quitar ${label.toLowerCase()}`,
  noChange: 'Sin cambios',
  replace: 'Reemplazar por',
  clear: 'Quitar todo',
  apply: (counted) => `Cambiar ${counted}`,
  nothing: 'Elija al menos un cambio.',
  changing: 'Cambiando registros',
  undoing: 'Deshaciendo cambios',
  progress: (done, total) => `${done} de ${total}`,
  stop: 'Detener',
  failed: (count) => `Registros que no se pudieron cambiar: ${count}`,
  notRestored: (count) => `Registros que no se pudieron restaurar: ${count}`,
  conflict: 'Otra persona lo modificó entretanto. No se sobrescribió.',
  changed: (counted) => `${counted}: cambio realizado.`,
  restored: (counted) => `${counted}: cambio deshecho.`,
};
