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
  readNow: 'Leer ahora',
  goesOn: (name) => `«${name}» es grande. La lectura continúa en segundo plano.`,
  readFailed: (name, message) => `No se pudo leer «${name}». ${message}`,
  found: (name, count) => `Se leyó «${name}»: ${count === 1 ? '1 evento' : `${count} eventos`}.`,
  states: { reading: 'Leyendo…', paused: 'En pausa', failed: 'Error', current: 'Al día', unread: 'Aún sin leer' },
  columns: {
    last_result: 'Estado',
    event_count: 'Eventos',
    checked_utc: 'Última lectura',
    next_utc: 'Próxima lectura',
  },
  never: 'nunca',
  cure: (message) =>
    `${message} Abra la dirección en un navegador: debe ser pública y descargar un archivo de calendario, que a menudo termina en .ics.`,
};
