import type { Texts } from '../texts';

export const find: Texts['find'] = {
  find: 'Alles durchsuchen (Strg+K)',
  title: 'Alles durchsuchen',
  input: 'Einträge, Seiten und Aktionen suchen',
  searchOrCreate: 'Suchen oder neue Veranstaltung eingeben: „Filmabend Fr 20 Uhr“',
  page: 'Seite',
  action: 'Aktion',
  results: 'Ergebnisse',
  count: (count) => (count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
  failed: 'Einige Einträge konnten nicht durchsucht werden.',
};
