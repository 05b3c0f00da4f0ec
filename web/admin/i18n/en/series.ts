// Texts of changes of series.
import type { Scope } from '../../series/series';

const dates = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

export const series = {
  titled: (action: string, name: string) => `${action}: “${name}”`,
  changes: (count: number) => `${dates(count)} ${count === 1 ? 'changes' : 'change'}`,
  moves: (count: number) => `${dates(count)} ${count === 1 ? 'moves' : 'move'}`,
  added: (count: number) => `${dates(count)} added`,
  removed: (count: number) => `${dates(count)} removed`,
  stay: (count: number) => (count === 1 ? '1 changed date stays' : `${count} changed dates stay`),
  leave: (count: number) =>
    count === 1
      ? '1 past or changed date becomes its own event'
      : `${count} past or changed dates become their own events`,
  datesTitle: (name: string) => `Change the dates of “${name}”?`,
  effect: (effect: string) => `${effect}.`,
  finalEffect: (effect: string) => `${effect}. This cannot be undone.`,
  changeDates: 'Change dates',
  undone: 'Undone.',
  splitNote: 'Undone. The series stays split at this date.',
  newAddresses: 'Undone. The restored dates have new addresses.',
  editSeriesToMoveAll: 'To move all dates to another day, edit the series.',
  editSeriesToMove: 'These dates cannot move to another day. Edit the series instead.',
  which: 'This event repeats. Which dates do you want to change?',
  whichRemove: 'This event repeats. Which dates do you want to move to the trash?',
  counting: 'Counting dates…',
  scopes: { this: 'This event', following: 'This and following events', all: 'All events' } as Readonly<
    Record<Scope, string>
  >,
};
