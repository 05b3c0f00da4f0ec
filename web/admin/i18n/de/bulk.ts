import type { Texts } from '../texts';

export const bulk: Texts['bulk'] = {
  edit: 'Bearbeiten …',
  title: (counted) => `${counted} bearbeiten`,
  help: 'Felder, die Sie nicht ändern, behalten ihre Werte.',
  add: (label) => `${label} hinzufügen`,
  remove: (label) => `${label} entfernen`,
  noChange: 'Keine Änderung',
  replace: 'Ersetzen durch',
  clear: 'Alle entfernen',
  apply: (counted) => `${counted} ändern`,
  nothing: 'Wählen Sie mindestens eine Änderung.',
  changing: 'Einträge werden geändert',
  undoing: 'Änderungen werden rückgängig gemacht',
  progress: (done, total) => `${done} von ${total}`,
  stop: 'Anhalten',
  failed: (count) => `Nicht geändert: ${count}`,
  notRestored: (count) => `Nicht wiederhergestellt: ${count}`,
  conflict: 'Inzwischen von jemand anderem geändert. Es wurde nichts überschrieben.',
  changed: (counted) => `${counted} geändert.`,
  restored: (counted) => `${counted} wiederhergestellt.`,
};
