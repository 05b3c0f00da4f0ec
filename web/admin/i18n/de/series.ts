import type { Texts } from '../texts';

const dates = (count: number): string => (count === 1 ? '1 Termin' : `${count} Termine`);

export const series: Texts['series'] = {
  titled: (action, name) => `${action}: „${name}“`,
  changes: (count) => `${dates(count)} ${count === 1 ? 'ändert' : 'ändern'} sich`,
  moves: (count) => `${dates(count)} ${count === 1 ? 'verschiebt' : 'verschieben'} sich`,
  added: (count) => `${dates(count)} hinzugefügt`,
  removed: (count) => `${dates(count)} entfernt`,
  stay: (count) => (count === 1 ? '1 geänderter Termin bleibt' : `${count} geänderte Termine bleiben`),
  leave: (count) =>
    count === 1
      ? '1 vergangener oder geänderter Termin wird eine eigene Veranstaltung'
      : `${count} vergangene oder geänderte Termine werden eigene Veranstaltungen`,
  datesTitle: (name) => `Termine von „${name}“ ändern?`,
  effect: (effect) => `${effect}.`,
  finalEffect: (effect) => `${effect}. Das lässt sich nicht rückgängig machen.`,
  changeDates: 'Termine ändern',
  undone: 'Rückgängig gemacht.',
  splitNote: 'Rückgängig gemacht. Die Serie bleibt an diesem Termin geteilt.',
  newAddresses: 'Rückgängig gemacht. Die wiederhergestellten Termine haben neue Adressen.',
  editSeriesToMoveAll: 'Um alle Termine auf einen anderen Tag zu verschieben, bearbeiten Sie die Serie.',
  editSeriesToMove: 'Diese Termine lassen sich nicht auf einen anderen Tag verschieben. Bearbeiten Sie die Serie.',
  which: 'Diese Veranstaltung wiederholt sich. Welche Termine möchten Sie ändern?',
  whichRemove: 'Diese Veranstaltung wiederholt sich. Welche Termine möchten Sie in den Papierkorb verschieben?',
  counting: 'Termine werden gezählt …',
  scopes: { this: 'Dieser Termin', following: 'Dieser und alle folgenden Termine', all: 'Alle Termine' },
};
