// Texts of dialogs, messages and lists.

export const ui = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  required: 'Required',
  pages: 'Pages',
  range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  previous: 'Previous',
  next: 'Next',
  loading: 'Loading',
  failed: 'Something went wrong',
  retry: 'Try again',
  undo: 'Undo',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  done: 'Done',
};
