import type { Texts } from '../texts';

export const subscriptions: Texts['subscriptions'] = {
  missing: (count, name) =>
    count === 1
      ? `1 evento ya no está en el calendario «${name}».`
      : `${count} eventos ya no están en el calendario «${name}».`,
  missingHelp: 'Se conservan hasta que usted decida. Si vuelven al calendario, no hay que hacer nada.',
  remove: (count) => `Mover ${count} ${count === 1 ? 'evento' : 'eventos'} a la papelera`,
  removed: 'Los eventos se movieron a la papelera.',
  keep: 'Conservar',
  kept: 'Los eventos se conservan.',
};
