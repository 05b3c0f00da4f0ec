import type { Texts } from '../texts';

const events = (count: number): string => (count === 1 ? '1 Veranstaltung' : `${count} Veranstaltungen`);

export const subscriptions: Texts['subscriptions'] = {
  missing: (count, name) => `Nicht mehr im Kalender „${name}“: ${events(count)}.`,
  missingHelp: 'Sie bleiben, bis Sie entscheiden. Kehren sie in den Kalender zurück, ist nichts zu tun.',
  remove: (count) => `${events(count)} in den Papierkorb`,
  removed: 'Die Veranstaltungen sind im Papierkorb.',
  keep: 'Behalten',
  kept: 'Die Veranstaltungen bleiben.',
};
