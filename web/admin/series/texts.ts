// Texts of changes of series.
import { translated } from '../i18n/texts';
import type { Scope } from './series';

const dates = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

const en = {
  undo: 'Undo',
  cancel: 'Cancel',
  titled: (action: string, name: string) => `${action}: “${name}”`,
  changes: (count: number) => `${dates(count)} ${count === 1 ? 'changes' : 'change'}`,
  moves: (count: number) => `${dates(count)} ${count === 1 ? 'moves' : 'move'}`,
  added: (count: number) => `${dates(count)} added`,
  removed: (count: number) => `${dates(count)} removed`,
  splitNote: 'Undone. The series stays split at this date.',
  newAddresses: 'Undone. The restored dates have new addresses.',
  editSeriesToMoveAll: 'To move all dates to another day, edit the series.',
  editSeriesToMove: 'These dates cannot move to another day. Edit the series instead.',
  which: 'This event repeats. Which dates do you want to change?',
  counting: 'Counting dates…',
  scopes: { this: 'This event', following: 'This and following events', all: 'All events' } as Readonly<
    Record<Scope, string>
  >,
};

const fr: typeof en = {
  undo: 'Annuler l’action',
  cancel: 'Annuler',
  titled: (action, name) => `${action} : « ${name} »`,
  changes: (count) => (count === 1 ? '1 date change' : `${count} dates changent`),
  moves: (count) => (count === 1 ? '1 date déplacée' : `${count} dates déplacées`),
  added: (count) => (count === 1 ? '1 date ajoutée' : `${count} dates ajoutées`),
  removed: (count) => (count === 1 ? '1 date supprimée' : `${count} dates supprimées`),
  splitNote: 'Action annulée. La série reste divisée à cette date.',
  newAddresses: 'Action annulée. Les dates restaurées ont de nouvelles adresses.',
  editSeriesToMoveAll: 'Pour déplacer toutes les dates à un autre jour, modifiez la série.',
  editSeriesToMove: 'Ces dates ne peuvent pas changer de jour. Modifiez plutôt la série.',
  which: 'Cet événement se répète. Quelles dates voulez-vous modifier ?',
  counting: 'Calcul des dates…',
  scopes: { this: 'Cet événement', following: 'Cet événement et les suivants', all: 'Tous les événements' },
};

export const texts = translated({ en, fr });
