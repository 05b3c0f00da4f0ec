// Numbers and sizes in the language of the console.
import { localeOf } from '../api/moment';
import { language } from '../i18n/texts';

export const showNumber = (value: number): string => new Intl.NumberFormat(localeOf(language.value)).format(value);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** “4.8 MB”. */
export function showBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(localeOf(language.value), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** power);
}
