import type { Texts } from '../texts';

export const api: Texts['api'] = {
  unreachable: 'No se puede conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
  notSignedIn: 'No ha iniciado sesión.',
  required: 'Obligatorio',
  status: (code) => `El servidor respondió con el estado ${code}.`,
  field: (name, message) => `${name}: ${message}`,
  allDay: 'Todo el día',
  statuses: {
    publish: 'Publicado',
    future: 'Programado',
    draft: 'Borrador',
    pending: 'Pendiente de revisión',
    private: 'Privado',
    trash: 'Papelera',
  },
};
