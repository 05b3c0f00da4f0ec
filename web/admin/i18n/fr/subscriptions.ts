import type { Texts } from '../texts';

export const subscriptions: Texts['subscriptions'] = {
  missing: (count, name) => `${count} événements ne sont plus dans l’agenda « ${name} ».`,
  missingHelp: 'Ils restent jusqu’à votre décision. S’ils reviennent dans l’agenda, il n’y a rien à faire.',
  remove: (count) => `Mettre ${count} événements à la corbeille`,
  removed: 'Les événements sont mis à la corbeille.',
  keep: 'Les conserver',
  kept: 'Les événements sont conservés.',
  readNow: 'Lire maintenant',
  goesOn: (name) => `« ${name} » est volumineux. La lecture continue en arrière-plan.`,
  readFailed: (name, message) => `« ${name} » n’a pas pu être lu. ${message}`,
  found: (name, count) => `« ${name} » a été lu : ${count === 1 ? '1 événement' : `${count} événements`}.`,
  states: { reading: 'Lecture…', paused: 'En pause', failed: 'Échec', current: 'À jour', unread: 'Pas encore lu' },
  columns: {
    last_result: 'État',
    event_count: 'Événements',
    checked_utc: 'Dernière lecture',
    next_utc: 'Prochaine lecture',
  },
  never: 'jamais',
  cure: (message) =>
    `${message} Ouvrez l’adresse dans un navigateur : elle doit être publique et télécharger un fichier de calendrier, souvent en .ics.`,
};
