import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Einstellungen',
  saved: 'Einstellungen gespeichert',
  subject: 'die Einstellungen',
  locked: 'Gesperrte Einstellungen',
  lockedHelp:
    'Umgebungsvariablen legen diese fest. Entfernen Sie eine Variable und starten Sie neu, um die Einstellung hier zu ändern.',
  indexing: (done, total) => `Texte werden für die neuen Sprachen vorbereitet: ${done} von ${total}.`,
};
