import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Ajustes',
  saved: 'Ajustes guardados',
  subject: 'los ajustes',
  locked: 'Ajustes bloqueados',
  lockedHelp:
    'Estos ajustes se definen con variables de entorno. Quite la variable y reinicie para cambiar el ajuste aquí.',
  indexing: (done, total) => `Preparando los textos para los idiomas nuevos: ${done} de ${total}.`,
};
