import type { Texts } from '../texts';

export const find: Texts['find'] = {
  find: 'Tout rechercher (Ctrl+K)',
  title: 'Tout rechercher',
  input: 'Rechercher des fiches, des pages et des actions',
  searchOrCreate: 'Rechercher, ou saisir un événement : « Ciné-club vendredi 20h »',
  page: 'page',
  action: 'action',
  results: 'Résultats',
  count: (count) => (count > 1 ? `${count} résultats` : `${count} résultat`),
  failed: 'La recherche a échoué pour certaines fiches.',
};
