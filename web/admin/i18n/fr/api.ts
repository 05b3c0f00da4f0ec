import type { Texts } from '../texts';

export const api: Texts['api'] = {
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
