import type { Texts } from '../texts';

const ordinals: Readonly<Record<number, string>> = {
  1: 'ersten',
  2: 'zweiten',
  3: 'dritten',
  4: 'vierten',
  5: 'fünften',
};
const fromEnd: Readonly<Record<number, string>> = {
  1: 'letzten',
  2: 'vorletzten',
  3: 'drittletzten',
  4: 'viertletzten',
  5: 'fünftletzten',
};

/** After “am”: “zweiten”, or “vorletzten” from the end. */
const positionOf = (nth: number): string =>
  nth < 0 ? (fromEnd[-nth] ?? `${-nth}.-letzten`) : (ordinals[nth] ?? `${nth}.`);

const units = {
  DAILY: ['Tag', 'Tage'],
  WEEKLY: ['Woche', 'Wochen'],
  MONTHLY: ['Monat', 'Monate'],
  YEARLY: ['Jahr', 'Jahre'],
} as const;

export const recurrence: Texts['recurrence'] = {
  weekdays: {
    MO: 'Montag',
    TU: 'Dienstag',
    WE: 'Mittwoch',
    TH: 'Donnerstag',
    FR: 'Freitag',
    SA: 'Samstag',
    SU: 'Sonntag',
  },
  shortWeekday: (name) => name.slice(0, 2),
  frequencies: { DAILY: 'Täglich', WEEKLY: 'Wöchentlich', MONTHLY: 'Monatlich', YEARLY: 'Jährlich' },
  none: 'Wiederholt sich nicht',
  chosenDates: 'An gewählten Terminen',
  custom: 'Eigene Regel',
  startFirst: 'Geben Sie zuerst einen Beginn ein.',
  rule: 'Regel (iCalendar RRULE)',
  dates: 'Termine',
  extraAndSkipped: 'Zusätzliche und ausgelassene Termine',
  moreDates: 'Weitere Termine',
  extraDates: 'Zusätzliche Termine',
  skippedDates: 'Ausgelassene Termine',
  add: 'Hinzufügen',
  addTo: (label) => `Hinzufügen: ${label}`,
  remove: (date) => `${date} entfernen`,
  time: (label) => `${label}: Uhrzeit`,
  saysCount: (text, count) => text.includes(count === 1 ? ' einmal' : ` ${count}-mal`),
  count: (count) => (count === 1 ? '1 Termin' : `${count} Termine`),
  nextDates: 'Nächste Termine',
  firstDates: 'Erste Termine',
  skip: (date) => `${date} auslassen`,
  every: 'Alle',
  unit: (frequency, interval) => units[frequency][interval === 1 ? 0 : 1],
  on: 'Am',
  days: 'Wochentage',
  months: 'Nur in diesen Monaten',
  ends: 'Ende',
  never: 'nie',
  until: 'an einem Tag',
  after: 'nach einer Anzahl Termine',
  lastDay: 'Letzter Tag',
  numberOfDates: 'Anzahl Termine',
  monthDay: (on, month) => {
    const inMonth = month ? ` im ${month}` : ' im Monat';
    if ('weekday' in on) return `${positionOf(on.nth)} ${recurrence.weekdays[on.weekday]}${inMonth}`;
    if (on.day < 0) return `${positionOf(on.day)} Tag${inMonth}`;
    return month ? `${on.day}. ${month}` : `${on.day}. im Monat`;
  },
};
