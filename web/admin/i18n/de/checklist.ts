import type { Texts } from '../texts';

export const checklist: Texts['checklist'] = {
  title: 'Erste Schritte',
  progress: (done, total) => `${done} von ${total} erledigt`,
  done: 'erledigt',
  close: 'Erste Schritte ausblenden',
  steps: {
    name: 'Kalender benennen',
    branding: 'Logo oder Farbe hinzufügen',
    venue: 'Veranstaltungsort hinzufügen',
    event: 'Erste Veranstaltung veröffentlichen',
    subscribe: 'Ihren Kalender ansehen',
    people: 'Jemanden einladen',
  },
};
