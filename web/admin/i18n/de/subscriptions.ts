import type { Texts } from '../texts';

const events = (count: number): string => (count === 1 ? '1 Veranstaltung' : `${count} Veranstaltungen`);

export const subscriptions: Texts['subscriptions'] = {
  missing: (count, name) => `Nicht mehr im Kalender „${name}“: ${events(count)}.`,
  missingHelp: 'Sie bleiben, bis Sie entscheiden. Kehren sie in den Kalender zurück, ist nichts zu tun.',
  remove: (count) => `${events(count)} in den Papierkorb`,
  removed: 'Die Veranstaltungen sind im Papierkorb.',
  keep: 'Behalten',
  kept: 'Die Veranstaltungen bleiben.',
  readNow: 'Jetzt lesen',
  goesOn: (name) => `„${name}“ ist groß. Das Lesen geht im Hintergrund weiter.`,
  readFailed: (name, message) => `„${name}“ konnte nicht gelesen werden. ${message}`,
  found: (name, count) => `„${name}“ wurde gelesen: ${count === 1 ? '1 Veranstaltung' : `${count} Veranstaltungen`}.`,
  states: {
    reading: 'Wird gelesen …',
    paused: 'Pausiert',
    failed: 'Fehlgeschlagen',
    current: 'Aktuell',
    unread: 'Noch nicht gelesen',
  },
  columns: {
    last_result: 'Zustand',
    event_count: 'Veranstaltungen',
    checked_utc: 'Zuletzt gelesen',
    next_utc: 'Nächstes Lesen',
  },
  never: 'nie',
  cure: (message) =>
    `${message} Öffnen Sie die Adresse im Browser: Sie muss öffentlich sein und eine Kalenderdatei herunterladen, oft mit der Endung .ics.`,
};
