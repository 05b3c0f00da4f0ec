// Names of time zones with a fixed offset.

import { padded } from '../core/time/clock.js';

/** A name that programs know if the offset is in whole hours. Its sign is that of POSIX: Etc/GMT-2 is two hours ahead. */
export function nameOfOffset(offset: number): string {
  const hours = Math.abs(offset) / 3_600;
  if (Number.isInteger(hours)) return `Etc/GMT${offset > 0 ? '-' : '+'}${hours}`;
  const minutes = padded((Math.abs(offset) / 60) % 60);
  return `UTC${offset < 0 ? '-' : '+'}${padded(Math.floor(hours))}${minutes}`;
}
