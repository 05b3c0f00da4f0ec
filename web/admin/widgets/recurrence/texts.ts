// Texts of the recurrence of an event. The words of a whole rule come from the API.
import { translated } from '../../i18n/texts';
import type { Frequency, MonthDay, Weekday } from './rule';

const monthName = (start: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long' }).format(
    new Date(`${start.slice(0, 10)}T00:00:00Z`),
  );

const ordinals: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' };
const ordinalOf = (nth: number): string => ordinals[nth] ?? `${nth}th`;

/** “second”, or “second last” from the end. */
function positionOf(nth: number): string {
  if (nth === -1) return 'last';
  return nth < 0 ? `${ordinalOf(-nth)} last` : ordinalOf(nth);
}

const units: Readonly<Record<Frequency, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

const en = {
  weekdays: {
    MO: 'Monday',
    TU: 'Tuesday',
    WE: 'Wednesday',
    TH: 'Thursday',
    FR: 'Friday',
    SA: 'Saturday',
    SU: 'Sunday',
  } as Readonly<Record<Weekday, string>>,
  frequencies: { DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly', YEARLY: 'Yearly' } as Readonly<
    Record<Frequency, string>
  >,
  none: 'Does not repeat',
  chosenDates: 'On chosen dates',
  custom: 'Custom rule',
  startFirst: 'Enter a start first.',
  rule: 'Rule (iCalendar RRULE)',
  dates: 'Dates',
  extraAndSkipped: 'Extra and skipped dates',
  moreDates: 'More dates',
  extraDates: 'Extra dates',
  skippedDates: 'Skipped dates',
  add: 'Add',
  addTo: (label: string) => `Add to ${label}`,
  remove: (date: string) => `Remove ${date}`,
  time: (label: string) => `${label}: time`,
  /** Whether a rule in words already says how many dates it has. */
  saysCount: (text: string, count: number) => text.includes(`${count} time`),
  count: (count: number) => (count === 1 ? '1 date' : `${count} dates`),
  nextDates: 'Next dates',
  firstDates: 'First dates',
  skip: (date: string) => `Skip ${date}`,
  every: 'Every',
  /** “weeks” after “Every 2”. */
  unit: (frequency: Frequency, interval: number) => (interval === 1 ? units[frequency] : `${units[frequency]}s`),
  on: 'On',
  days: 'Weekdays',
  ends: 'Ends',
  never: 'never',
  until: 'on a date',
  after: 'after a number of dates',
  lastDay: 'Last day',
  numberOfDates: 'Number of dates',
  /** “day 13”, “the second Thursday”, “the last day”; with the month of the start for a yearly rule. */
  monthDay: (on: MonthDay, frequency: Frequency, start: string): string => {
    const month = frequency === 'YEARLY' ? monthName(start, 'en') : undefined;
    const ofMonth = month ? ` of ${month}` : '';
    if ('weekday' in on) return `the ${positionOf(on.nth)} ${en.weekdays[on.weekday]}${ofMonth}`;
    if (on.day < 0) return `the ${positionOf(on.day)} day${ofMonth}`;
    return month ? `${on.day} ${month}` : `day ${on.day}`;
  },
};

const frenchOrdinals: Readonly<Record<number, string>> = {
  1: 'premier',
  2: 'deuxième',
  3: 'troisième',
  4: 'quatrième',
  5: 'cinquième',
};
const frenchOrdinal = (nth: number): string => frenchOrdinals[nth] ?? `${nth}e`;

/** “deuxième”, or “avant-dernier” from the end. */
function frenchPosition(nth: number): string {
  if (nth === -1) return 'dernier';
  if (nth === -2) return 'avant-dernier';
  return nth < 0 ? `${frenchOrdinal(-nth)} dernier` : frenchOrdinal(nth);
}

const ofFrenchMonth = (month: string): string => (/^[ao]/.test(month) ? ` d’${month}` : ` de ${month}`);

const fr: typeof en = {
  weekdays: {
    MO: 'lundi',
    TU: 'mardi',
    WE: 'mercredi',
    TH: 'jeudi',
    FR: 'vendredi',
    SA: 'samedi',
    SU: 'dimanche',
  },
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
  ends: 'Fin',
  never: 'jamais',
  until: 'à une date',
  after: 'après un nombre de dates',
  lastDay: 'Dernier jour',
  numberOfDates: 'Nombre de dates',
  monthDay: (on, frequency, start) => {
    const month = frequency === 'YEARLY' ? monthName(start, 'fr') : undefined;
    const ofMonth = month ? ofFrenchMonth(month) : '';
    if ('weekday' in on) return `${frenchPosition(on.nth)} ${fr.weekdays[on.weekday]}${ofMonth || ' du mois'}`;
    if (on.day < 0) return `${frenchPosition(on.day)} jour${ofMonth || ' du mois'}`;
    return month ? `${on.day} ${month}` : `${on.day} du mois`;
  },
};

export const texts = translated({ en, fr });
