import type { Texts } from '../texts';

export const series: Texts['series'] = {
  titled: (action, name) => `${action}: «${name}»`,
  changes: (count) => (count === 1 ? '1 fecha cambia' : `${count} fechas cambian`),
  moves: (count) => (count === 1 ? '1 fecha se mueve' : `${count} fechas se mueven`),
  added: (count) => (count === 1 ? '1 fecha añadida' : `${count} fechas añadidas`),
  removed: (count) => (count === 1 ? '1 fecha eliminada' : `${count} fechas eliminadas`),
  stay: (count) => (count === 1 ? '1 fecha modificada se mantiene' : `${count} fechas modificadas se mantienen`),
  leave: (count) =>
    count === 1
      ? '1 fecha pasada o modificada pasa a ser un evento propio'
      : `${count} fechas pasadas o modificadas pasan a ser eventos propios`,
  datesTitle: (name) => `¿Cambiar las fechas de «${name}»?`,
  effect: (effect) => `${effect}.`,
  finalEffect: (effect) => `${effect}. Esto no se puede deshacer.`,
  changeDates: 'Cambiar fechas',
  undone: 'Cambio deshecho.',
  splitNote: 'Cambio deshecho. La serie sigue dividida en esta fecha.',
  newAddresses: 'Cambio deshecho. Las fechas restauradas tienen direcciones nuevas.',
  editSeriesToMoveAll: 'Para mover todas las fechas a otro día, edite la serie.',
  editSeriesToMove: 'Estas fechas no se pueden mover a otro día. Edite la serie.',
  which: 'Este evento se repite. ¿Qué fechas quiere cambiar?',
  whichRemove: 'Este evento se repite. ¿Qué fechas quiere mover a la papelera?',
  counting: 'Contando las fechas…',
  scopes: { this: 'Este evento', following: 'Este evento y los siguientes', all: 'Todos los eventos' },
};
