import type { Texts } from '../texts';

export const series: Texts['series'] = {
  titled: (action, name) => `${action}: «${name}»`,
  changes: (count) => (count === 1 ? '1 fecha cambia' : `${count} fechas cambian`),
  moves: (count) => (count === 1 ? '1 fecha se mueve' : `${count} fechas se mueven`),
  added: (count) => (count === 1 ? '1 fecha añadida' : `${count} fechas añadidas`),
  removed: (count) => (count === 1 ? '1 fecha eliminada' : `${count} fechas eliminadas`),
  splitNote: 'Cambio deshecho. La serie sigue dividida en esta fecha.',
  newAddresses: 'Cambio deshecho. Las fechas restauradas tienen direcciones nuevas.',
  editSeriesToMoveAll: 'Para mover todas las fechas a otro día, edite la serie.',
  editSeriesToMove: 'Estas fechas no se pueden mover a otro día. Edite la serie.',
  which: 'Este evento se repite. ¿Qué fechas quiere cambiar?',
  counting: 'Contando las fechas…',
  scopes: { this: 'Este evento', following: 'Este evento y los siguientes', all: 'Todos los eventos' },
};
