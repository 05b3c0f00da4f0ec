import type { Texts } from '../texts';

export const calendar: Texts['calendar'] = {
  calendar: 'Kalender',
  views: { dayGridMonth: 'Monat', timeGridWeek: 'Woche', timeGridDay: 'Tag', listMonth: 'Liste' },
  today: 'Heute',
  next: 'Weiter',
  previous: 'Zurück',
  noEvents: 'Keine Veranstaltungen',
  moved: (name) => `„${name}“ verschoben.`,
  conflict: (name) => `„${name}“ wurde von jemand anderem geändert. Der Kalender zeigt jetzt die neueste Version.`,
  move: 'Verschieben',
  more: (count) => `+${count} weitere`,
  quickCreate: 'Schnell erstellen',
  allTimesIn: 'Alle Zeiten:',
  site: 'Website',
  yourBrowser: 'Ihr Browser',
  ownZone: (one) => `eigene Zeitzone je ${one}`,
  allZones: 'Alle Zeitzonen',
  moreOptions: 'Mehr Optionen',
};
