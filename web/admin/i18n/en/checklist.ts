// Texts of the checklist.

export const checklist = {
  title: 'First steps',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  done: 'done',
  close: 'Hide the first steps',
  steps: {
    name: 'Name your calendar',
    branding: 'Add a logo or a color',
    venue: 'Add a venue',
    event: 'Publish your first event',
    subscribe: 'See your calendar',
    people: 'Invite someone',
  },
};
