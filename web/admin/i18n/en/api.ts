// Texts of requests, statuses and dates.

export const api = {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  notSignedIn: 'You are not signed in.',
  required: 'Required',
  status: (code: number) => `The server responded with status ${code}.`,
  field: (name: string, message: string) => `${name}: ${message}`,
  allDay: 'All day',
  statuses: {
    publish: 'Published',
    future: 'Scheduled',
    draft: 'Draft',
    pending: 'Pending review',
    private: 'Private',
    trash: 'Trash',
  } as Readonly<Record<string, string>>,
};
