// Texts of the search over everything.
import { translated } from '../i18n/texts';

const en = {
  find: 'Find everything (Ctrl+K)',
  title: 'Find everything',
  input: 'Search records, pages and actions',
  results: 'Results',
  pages: 'Pages',
  actions: 'Actions',
  searching: 'Searching…',
  nothing: 'No results',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  failed: 'Some records could not be searched.',
};

const fr: typeof en = {
  find: 'Tout rechercher (Ctrl+K)',
  title: 'Tout rechercher',
  input: 'Rechercher des fiches, des pages et des actions',
  results: 'Résultats',
  pages: 'Pages',
  actions: 'Actions',
  searching: 'Recherche…',
  nothing: 'Aucun résultat',
  count: (count) => (count > 1 ? `${count} résultats` : `${count} résultat`),
  failed: 'La recherche a échoué pour certaines fiches.',
};

export const texts = translated({ en, fr });
