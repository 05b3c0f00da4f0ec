// Texts about subscriptions to other calendars.
import { translated } from '../i18n/texts';

const en = {
  missing: (count: number, name: string) => `${count} events are no longer in the calendar “${name}”.`,
  missingHelp: 'They stay until you decide. If they return to the calendar, there is nothing to do.',
  remove: (count: number) => `Move ${count} events to the trash`,
  removed: 'The events are moved to the trash.',
  keep: 'Keep them',
  kept: 'The events are kept.',
};

const fr: typeof en = {
  missing: (count, name) => `${count} événements ne sont plus dans l’agenda « ${name} ».`,
  missingHelp: 'Ils restent jusqu’à votre décision. S’ils reviennent dans l’agenda, il n’y a rien à faire.',
  remove: (count) => `Mettre ${count} événements à la corbeille`,
  removed: 'Les événements sont mis à la corbeille.',
  keep: 'Les conserver',
  kept: 'Les événements sont conservés.',
};

export const texts = translated({ en, fr });
