// Whose clock the calendar shows: the site's, the browser's, one that was chosen, or each record's own.
import { signal } from '@preact/signals';
import { contract } from '../api/contract';
import { offsetOf } from '../widgets/zones';

/** Each record on the clock of its own zone. */
export const ownClock = 'own';

const storageKey = 'almanac-calendar-zone';

/** What this browser remembers; a zone that it does not know counts as none. */
function remembered(): string {
  const choice = localStorage.getItem(storageKey) ?? '';
  return choice === ownClock || offsetOf(choice, undefined) !== '' ? choice : '';
}

/** A zone's name, or `own`; empty for the site's zone. */
export const chosenClock = signal(remembered());

export function chooseClock(choice: string): void {
  chosenClock.value = choice;
  if (choice) localStorage.setItem(storageKey, choice);
  else localStorage.removeItem(storageKey);
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The zone of the calendar's clock; undefined when each record shows its own. */
export const shownZone = (choice: string): string | undefined =>
  choice === ownClock ? undefined : choice || contract.site.timezone;
