// Texts of bulk editing. `counted` is a number with its noun: “3 events”.

export const bulk = {
  edit: 'Edit…',
  title: (counted: string) => `Edit ${counted}`,
  help: 'Fields that you leave unchanged keep their values.',
  add: (label: string) => `Add ${label.toLowerCase()}`,
  remove: (label: string) => `Remove ${label.toLowerCase()}`,
  noChange: 'No change',
  replace: 'Replace with',
  clear: 'Remove all',
  apply: (counted: string) => `Change ${counted}`,
  nothing: 'Choose at least one change.',
  changing: 'Changing records',
  undoing: 'Undoing changes',
  progress: (done: number, total: number) => `${done} of ${total}`,
  stop: 'Stop',
  failed: (count: number) => `${count} could not be changed`,
  notRestored: (count: number) => `${count} could not be restored`,
  conflict: 'Changed by someone else in the meantime. It was not overwritten.',
  changed: (counted: string) => `${counted} changed.`,
  restored: (counted: string) => `${counted} restored.`,
};
