import type { Texts } from '../texts';

export const ui: Texts['ui'] = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  dismiss: 'Ausblenden',
  required: 'Pflichtfeld',
  pages: 'Seiten',
  range: (first, last, total) => `${first}–${last} von ${total}`,
  items: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
  previous: 'Zurück',
  next: 'Weiter',
  loading: 'Wird geladen',
  failed: 'Etwas ist schiefgegangen',
  retry: 'Noch einmal versuchen',
  undo: 'Rückgängig',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  done: 'Fertig',
};
