import type { Texts } from '../texts';

export const series: Texts['series'] = {
  titled: (action, name) => `${action} : « ${name} »`,
  changes: (count) => (count === 1 ? '1 date change' : `${count} dates changent`),
  moves: (count) => (count === 1 ? '1 date déplacée' : `${count} dates déplacées`),
  added: (count) => (count === 1 ? '1 date ajoutée' : `${count} dates ajoutées`),
  removed: (count) => (count === 1 ? '1 date supprimée' : `${count} dates supprimées`),
  stay: (count) => (count === 1 ? '1 date modifiée conservée' : `${count} dates modifiées conservées`),
  leave: (count) =>
    count === 1
      ? '1 date passée ou modifiée devient un événement à part'
      : `${count} dates passées ou modifiées deviennent des événements à part`,
  datesTitle: (name) => `Modifier les dates de « ${name} » ?`,
  effect: (effect) => `${effect}.`,
  finalEffect: (effect) => `${effect}. Cette action est irréversible.`,
  changeDates: 'Modifier les dates',
  undone: 'Action annulée.',
  splitNote: 'Action annulée. La série reste divisée à cette date.',
  newAddresses: 'Action annulée. Les dates restaurées ont de nouvelles adresses.',
  editSeriesToMoveAll: 'Pour déplacer toutes les dates à un autre jour, modifiez la série.',
  editSeriesToMove: 'Ces dates ne peuvent pas changer de jour. Modifiez plutôt la série.',
  which: 'Cet événement se répète. Quelles dates voulez-vous modifier ?',
  whichRemove: 'Cet événement se répète. Quelles dates voulez-vous mettre à la corbeille ?',
  counting: 'Calcul des dates…',
  scopes: { this: 'Cet événement', following: 'Cet événement et les suivants', all: 'Tous les événements' },
};
