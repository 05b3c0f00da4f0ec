// Texts of one-line entry.

export const entry = {
  hint: 'You can add when, where and category: “Film night Fri 8pm at Town Barn #film”',
  date: 'Date',
  when: 'When?',
  whichDay: 'Which day?',
  whichTime: 'Which time?',
  whichOne: (name: string) => `Which “${name}”?`,
  noVenue: (name: string) => `There is no venue “${name}”.`,
  noCategory: (name: string) => `There is no category “${name}”.`,
  inTitle: (title: string) => `Part of the title: “${title}”`,
  leaveOut: 'Leave it out',
  chooseFirst: 'Choose an answer first.',
  recognize: 'Read date, place and category from the title',
  publishAs: (title: string) => `Publish “${title}”`,
  draftAs: (title: string) => `Create a draft “${title}”`,
  created: (name: string) => `“${name}” created.`,
  published: (name: string) => `“${name}” published.`,
  openRecord: 'Open',
};
