import type { Texts } from '../texts';

export const subscriptions: Texts['subscriptions'] = {
  missing: (count, name) => `${count} événements ne sont plus dans l’agenda « ${name} ».`,
  missingHelp: 'Ils restent jusqu’à votre décision. S’ils reviennent dans l’agenda, il n’y a rien à faire.',
  remove: (count) => `Mettre ${count} événements à la corbeille`,
  removed: 'Les événements sont mis à la corbeille.',
  keep: 'Les conserver',
  kept: 'Les événements sont conservés.',
};
