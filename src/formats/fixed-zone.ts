// Names of time zones with a fixed offset.

/** A name that programs know if the offset is in whole hours. Its sign is that of POSIX: Etc/GMT-2 is two hours ahead. */
export function nameOfOffset(offset: number): string {
  const hours = Math.abs(offset) / 3_600;
  if (Number.isInteger(hours)) return `Etc/GMT${offset > 0 ? '-' : '+'}${hours}`;
  const minutes = String((Math.abs(offset) / 60) % 60).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${String(Math.floor(hours)).padStart(2, '0')}${minutes}`;
}
