import type { Texts } from '../texts';

const ordinals: Readonly<Record<number, string>> = { 1: 'primer', 2: 'segundo', 3: 'tercer', 4: 'cuarto', 5: 'quinto' };
const fromEnd: Readonly<Record<number, string>> = { 1: 'último', 2: 'penúltimo', 3: 'antepenúltimo' };
const ordinalOf = (nth: number): string => ordinals[nth] ?? `${nth}.º`;

/** “segundo jueves”, or “penúltimo jueves” from the end. */
function positioned(nth: number, noun: string): string {
  if (nth > 0) return `${ordinalOf(nth)} ${noun}`;
  const last = fromEnd[-nth];
  return last ? `${last} ${noun}` : `${ordinalOf(-nth)} ${noun} contando desde el final`;
}

const units = {
  DAILY: { one: 'día', many: 'días' },
  WEEKLY: { one: 'semana', many: 'semanas' },
  MONTHLY: { one: 'mes', many: 'meses' },
  YEARLY: { one: 'año', many: 'años' },
} as const;

export const recurrence: Texts['recurrence'] = {
  weekdays: {
    MO: 'lunes',
    TU: 'martes',
    WE: 'miércoles',
    TH: 'jueves',
    FR: 'viernes',
    SA: 'sábado',
    SU: 'domingo',
  },
  shortWeekday: (name) => name.slice(0, 3),
  frequencies: {
    DAILY: 'Todos los días',
    WEEKLY: 'Todas las semanas',
    MONTHLY: 'Todos los meses',
    YEARLY: 'Todos los años',
  },
  none: 'No se repite',
  chosenDates: 'En fechas elegidas',
  custom: 'Regla personalizada',
  startFirst: 'Indique primero un inicio.',
  rule: 'Regla (RRULE de iCalendar)',
  dates: 'Fechas',
  extraAndSkipped: 'Fechas adicionales y excluidas',
  moreDates: 'Más fechas',
  extraDates: 'Fechas adicionales',
  skippedDates: 'Fechas excluidas',
  add: 'Añadir',
  addTo: (label) => `Añadir a ${label}`,
  remove: (date) => `Quitar ${date}`,
  time: (label) => `${label}: hora`,
  saysCount: (text, count) => text.includes(count === 1 ? '1 vez' : `${count} veces`),
  count: (count) => (count === 1 ? '1 fecha' : `${count} fechas`),
  nextDates: 'Próximas fechas',
  firstDates: 'Primeras fechas',
  skip: (date) => `Excluir ${date}`,
  every: 'Cada',
  unit: (frequency, interval) => units[frequency][interval === 1 ? 'one' : 'many'],
  on: 'El',
  days: 'Días de la semana',
  months: 'Solo en estos meses',
  ends: 'Termina',
  never: 'nunca',
  until: 'en una fecha',
  after: 'después de un número de fechas',
  lastDay: 'Último día',
  numberOfDates: 'Número de fechas',
  monthDay: (on, month) => {
    const ofMonth = month ? ` de ${month}` : ' del mes';
    if ('weekday' in on) return `${positioned(on.nth, recurrence.weekdays[on.weekday])}${ofMonth}`;
    if (on.day < 0) return `${positioned(on.day, 'día')}${ofMonth}`;
    return month ? `${on.day} de ${month}` : `día ${on.day} del mes`;
  },
};
