// The calendar's time zone: the site's, the browser's, any other, or each record's own. The choice is stored in the
// browser.
import { signal } from '@preact/signals';
import { contract } from '../api/contract';
import { offsetOf } from '../widgets/zones';

/** Each record in its own time zone. */
export const ownZone = 'own';

const storageKey = 'almanac-calendar-zone';

/** The stored choice; ignored if this browser does not know the zone. */
function storedChoice(): string {
  const choice = localStorage.getItem(storageKey) ?? '';
  return choice === ownZone || offsetOf(choice, undefined) !== '' ? choice : '';
}

/** Name of a zone, or `own`; empty for the site's zone. */
export const chosenZone = signal(storedChoice());

export function chooseZone(choice: string): void {
  chosenZone.value = choice;
  if (choice) localStorage.setItem(storageKey, choice);
  else localStorage.removeItem(storageKey);
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The zone of all records; undefined when each has its own. */
export const shownZone = (choice: string): string | undefined =>
  choice === ownZone ? undefined : choice || contract.site.timezone;
