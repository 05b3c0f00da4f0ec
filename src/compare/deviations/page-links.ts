// Links of a list to itself and to its pages.
import type { Difference } from '../difference.js';
import { isText, type Pair } from './deviation.js';

const isTrue = (value: string | null): boolean => value === '1' || value === 'true';

type IsSameBound = (old: string, now: string | null) => boolean;

/**
 * The same page of the same list; the new link also has parameters of the request that the old one leaves out. Dates of the
 * default window may differ as `isSameBound` allows.
 */
export function isFullerLink(
  { old, new: now }: Difference,
  { path, sites }: Pair,
  isSameBound: IsSameBound = () => false,
): boolean {
  if (!isText(old) || !isText(now)) return false;
  const [[oldPath, before], [newPath, after]] = [partsOf(sites.old.inText(old)), partsOf(sites.new.inText(now))];
  const [, asked] = partsOf(path);
  const isKept = ([name, value]: readonly [string, string]) =>
    after.get(name) === value ||
    (name === 'featured' && isTrue(value) && isTrue(after.get(name))) ||
    (/^(start|end)_date$/.test(name) &&
      (after.has(name) ? !asked.has(name) && isSameBound(value, after.get(name)) : asked.has('include')));
  const isAsked = ([name, value]: readonly [string, string]) =>
    before.has(name) || (name !== 'page' && asked.get(name) === value);
  return oldPath === newPath && [...before].every(isKept) && [...after].every(isAsked);
}

function partsOf(url: string): readonly [string, URLSearchParams] {
  const [path = '', query = ''] = url.split('?');
  return [path.replace(/(?<!\/)\/+$/, ''), new URLSearchParams(query)];
}
