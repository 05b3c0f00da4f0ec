import type { Texts } from '../texts';

export const calendar: Texts['calendar'] = {
  calendar: 'Calendario',
  views: { dayGridMonth: 'Mes', timeGridWeek: 'Semana', timeGridDay: 'Día', listMonth: 'Lista' },
  today: 'Hoy',
  next: 'Siguiente',
  previous: 'Anterior',
  noEvents: 'No hay eventos',
  moved: (name) => `Se movió «${name}».`,
  conflict: (name) => `Otra persona modificó «${name}». El calendario muestra ahora la última versión.`,
  move: 'Mover',
  more: (count) => `${count} más`,
  quickCreate: 'Creación rápida',
  allTimesIn: 'Todas las horas en',
  site: 'sitio',
  yourBrowser: 'su navegador',
  ownZone: (one) => `la zona horaria de cada ${one}`,
  allZones: 'Todas las zonas horarias',
  moreOptions: 'Más opciones',
};
