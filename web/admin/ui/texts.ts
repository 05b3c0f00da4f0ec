// Texts of dialogs, messages and lists.
import { translated } from '../i18n/texts';

const en = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  required: 'Required',
  pages: 'Pages',
  range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  previous: 'Previous',
  next: 'Next',
  loading: 'Loading',
  failed: 'Something went wrong',
  retry: 'Try again',
};

const fr: typeof en = {
  cancel: 'Annuler',
  close: 'Fermer',
  dismiss: 'Masquer',
  required: 'Obligatoire',
  pages: 'Pages',
  range: (first, last, total) => `${first}–${last} sur ${total}`,
  items: (count) => (count < 2 ? `${count} élément` : `${count} éléments`),
  previous: 'Précédent',
  next: 'Suivant',
  loading: 'Chargement',
  failed: 'Une erreur s’est produite',
  retry: 'Réessayer',
};

export const texts = translated({ en, fr });
