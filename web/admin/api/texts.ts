// Texts of requests, statuses and dates.
import { translated } from '../i18n/texts';

const en = {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  notSignedIn: 'You are not signed in.',
  required: 'Required',
  status: (code: number) => `The server responded with status ${code}.`,
  field: (name: string, message: string) => `${name}: ${message}`,
  allDay: 'All day',
  statuses: {
    publish: 'Published',
    future: 'Scheduled',
    draft: 'Draft',
    pending: 'Pending review',
    private: 'Private',
    trash: 'Trash',
  } as Readonly<Record<string, string>>,
};

const fr: typeof en = {
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  notSignedIn: 'Vous n’êtes pas connecté.',
  required: 'Obligatoire',
  status: (code) => `Le serveur a répondu avec le statut ${code}.`,
  field: (name, message) => `${name} : ${message}`,
  allDay: 'Toute la journée',
  statuses: {
    publish: 'Publié',
    future: 'Planifié',
    draft: 'Brouillon',
    pending: 'En attente de relecture',
    private: 'Privé',
    trash: 'Corbeille',
  },
};

export const texts = translated({ en, fr });
