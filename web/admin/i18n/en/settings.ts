// Texts of the settings page.

export const settings = {
  title: 'Settings',
  saved: 'Settings saved',
  subject: 'the settings',
  locked: 'Locked settings',
  lockedHelp: 'Environment variables set these. Remove a variable and restart to change its setting here.',
  indexing: (done: number, total: number) => `Preparing texts for the new languages: ${done} of ${total}.`,
};
