// Numbers and rates on the command line.
import { InvalidArgumentError } from 'commander';

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

export function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an ID.');
}

/** `2`, `2/s` or `30/m`, as requests per second. */
export function readRate(text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,4}(?:\.\d{1,3})?)(?:\/([sm]))?$/.exec(text) ?? [];
  const perSecond = Number(count) / (unit === 's' ? 1 : 60);
  if (perSecond > 0 && perSecond <= 1_000) return perSecond;
  throw new InvalidArgumentError('It must be a number of requests per second or minute, such as 2/s or 30/m.');
}
