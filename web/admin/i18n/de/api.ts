import type { Texts } from '../texts';

export const api: Texts['api'] = {
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  notSignedIn: 'Sie sind nicht angemeldet.',
  required: 'Pflichtfeld',
  status: (code) => `Der Server hat mit Status ${code} geantwortet.`,
  field: (name, message) => `${name}: ${message}`,
  allDay: 'Ganztägig',
  statuses: {
    publish: 'Veröffentlicht',
    future: 'Geplant',
    draft: 'Entwurf',
    pending: 'Zur Prüfung',
    private: 'Privat',
    trash: 'Papierkorb',
  },
};
