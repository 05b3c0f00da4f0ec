import type { Texts } from '../texts';

export const ui: Texts['ui'] = {
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
  undo: 'Annuler',
  save: 'Enregistrer',
  copy: 'Copier',
  copied: 'Copié',
  done: 'Terminé',
};
