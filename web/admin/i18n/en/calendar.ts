// Texts of the calendar page.

export const calendar = {
  calendar: 'Calendar',
  views: { dayGridMonth: 'Month', timeGridWeek: 'Week', timeGridDay: 'Day', listMonth: 'List' },
  today: 'Today',
  next: 'Next',
  previous: 'Previous',
  noEvents: 'No events',
  moved: (name: string) => `“${name}” moved.`,
  conflict: (name: string) => `“${name}” was changed by someone else. The calendar now shows the latest version.`,
  move: 'Move',
  more: (count: number) => `+${count} more`,
  quickCreate: 'Quick create',
  allTimesIn: 'All times in',
  site: 'site',
  yourBrowser: 'your browser',
  ownZone: (one: string) => `each ${one}’s own time zone`,
  allZones: 'All time zones',
  moreOptions: 'More options',
};
