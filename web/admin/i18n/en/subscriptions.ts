// Texts about subscriptions to other calendars.

export const subscriptions = {
  missing: (count: number, name: string) => `${count} events are no longer in the calendar “${name}”.`,
  missingHelp: 'They stay until you decide. If they return to the calendar, there is nothing to do.',
  remove: (count: number) => `Move ${count} events to the trash`,
  removed: 'The events are moved to the trash.',
  keep: 'Keep them',
  kept: 'The events are kept.',
  readNow: 'Read now',
  goesOn: (name: string) => `“${name}” is large. Reading goes on in the background.`,
  readFailed: (name: string, message: string) => `“${name}” could not be read. ${message}`,
  found: (name: string, count: number) => `“${name}” was read: ${count === 1 ? '1 event' : `${count} events`}.`,
  states: { reading: 'Reading…', paused: 'Paused', failed: 'Failed', current: 'Up to date', unread: 'Not read yet' },
  columns: { last_result: 'State', event_count: 'Events', checked_utc: 'Last read', next_utc: 'Next read' },
  never: 'never',
  cure: (message: string) =>
    `${message} Open the address in a browser: it must be public and download a calendar file, often ending in .ics.`,
};
