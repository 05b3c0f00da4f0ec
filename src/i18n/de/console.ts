import type { Texts } from '../types.js';

export const console: Texts['console'] = {
  needsScript: 'Die Konsole braucht JavaScript. Schalten Sie es ein und laden Sie diese Seite neu.',
  failed: 'Die Konsole ist nicht gestartet',
  advice:
    'Laden Sie die Seite neu. Wenn das wieder passiert, aktualisieren Sie Ihren Browser oder fragen Sie Ihren Administrator.',
  reload: 'Neu laden',
  calendar: 'Öffentlichen Kalender öffnen',
};
