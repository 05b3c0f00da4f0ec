import type { Texts } from '../texts';

const ordinals: Readonly<Record<number, string>> = {
  1: 'premier',
  2: 'deuxième',
  3: 'troisième',
  4: 'quatrième',
  5: 'cinquième',
};
const ordinalOf = (nth: number): string => ordinals[nth] ?? `${nth}e`;

/** “deuxième”, or “avant-dernier” from the end. */
function positionOf(nth: number): string {
  if (nth === -1) return 'dernier';
  if (nth === -2) return 'avant-dernier';
  return nth < 0 ? `${ordinalOf(-nth)} dernier` : ordinalOf(nth);
}

const withPreposition = (month: string): string => (/^[ao]/.test(month) ? ` d’${month}` : ` de ${month}`);

export const recurrence: Texts['recurrence'] = {
  weekdays: {
    MO: 'lundi',
    TU: 'mardi',
    WE: 'mercredi',
    TH: 'jeudi',
    FR: 'vendredi',
    SA: 'samedi',
    SU: 'dimanche',
  },
  shortWeekday: (name) => name.slice(0, 3),
  frequencies: {
    DAILY: 'Tous les jours',
    WEEKLY: 'Toutes les semaines',
    MONTHLY: 'Tous les mois',
    YEARLY: 'Tous les ans',
  },
  none: 'Ne se répète pas',
  chosenDates: 'À des dates choisies',
  custom: 'Règle personnalisée',
  startFirst: 'Saisissez d’abord un début.',
  rule: 'Règle (RRULE iCalendar)',
  dates: 'Dates',
  extraAndSkipped: 'Dates supplémentaires et exclues',
  moreDates: 'Autres dates',
  extraDates: 'Dates supplémentaires',
  skippedDates: 'Dates exclues',
  add: 'Ajouter',
  addTo: (label) => `Ajouter : ${label}`,
  remove: (date) => `Retirer ${date}`,
  time: (label) => `${label} : heure`,
  saysCount: (text, count) => text.includes(`${count} fois`),
  count: (count) => (count === 1 ? '1 date' : `${count} dates`),
  nextDates: 'Prochaines dates',
  firstDates: 'Premières dates',
  skip: (date) => `Exclure ${date}`,
  every: 'Intervalle',
  unit: (frequency, interval) => {
    if (frequency === 'MONTHLY') return 'mois';
    const unit = { DAILY: 'jour', WEEKLY: 'semaine', YEARLY: 'an' }[frequency];
    return interval === 1 ? unit : `${unit}s`;
  },
  on: 'Le',
  days: 'Jours de la semaine',
  months: 'Seulement ces mois-ci',
  ends: 'Fin',
  never: 'jamais',
  until: 'à une date',
  after: 'après un nombre de dates',
  lastDay: 'Dernier jour',
  numberOfDates: 'Nombre de dates',
  monthDay: (on, month) => {
    const ofMonth = month ? withPreposition(month) : '';
    if ('weekday' in on) return `${positionOf(on.nth)} ${recurrence.weekdays[on.weekday]}${ofMonth || ' du mois'}`;
    if (on.day < 0) return `${positionOf(on.day)} jour${ofMonth || ' du mois'}`;
    return month ? `${on.day} ${month}` : `${on.day} du mois`;
  },
};
