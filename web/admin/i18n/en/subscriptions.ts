// Texts about subscriptions to other calendars.

export const subscriptions = {
  missing: (count: number, name: string) => `${count} events are no longer in the calendar “${name}”.`,
  missingHelp: 'They stay until you decide. If they return to the calendar, there is nothing to do.',
  remove: (count: number) => `Move ${count} events to the trash`,
  removed: 'The events are moved to the trash.',
  keep: 'Keep them',
  kept: 'The events are kept.',
};
