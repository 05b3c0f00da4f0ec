// Texts of the search over everything.

export const find = {
  find: 'Find everything (Ctrl+K)',
  title: 'Find everything',
  input: 'Search records, pages and actions',
  searchOrCreate: 'Search, or type a new event: “Film night Fri 8pm”',
  page: 'page',
  action: 'action',
  results: 'Results',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  failed: 'Some records could not be searched.',
};
