// Labels made from field names, for fields whose definition has none.
import { labelIn } from '../i18n/contract';

const spellings: Readonly<Record<string, string>> = {
  utc: 'UTC',
  id: 'ID',
  url: 'URL',
  geo: '',
  lat: 'latitude',
  lng: 'longitude',
  timezone: 'time zone',
  stateprovince: 'state or province',
};

/** `start_date` → “Start date”, in the language of the console. */
export function humanised(name: string): string {
  const words = name.split(/[_-]/).map((word) => spellings[word] ?? word);
  const text = words.filter(Boolean).join(' ');
  return labelIn(capitalised(text));
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
