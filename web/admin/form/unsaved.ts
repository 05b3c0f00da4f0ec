// Unsaved work, kept in the browser for each person and record so that it survives a reload. Secrets and files are not.
import type { FieldInfo } from '../api/contract';
import { keyOf, type Values } from './values';

export interface Unsaved {
  /** When it was last typed at, in milliseconds. */
  readonly at: number;
  readonly changes: Values;
  /** What the changed fields held before. */
  readonly before: Values;
}

export interface Whose {
  readonly user: string;
  readonly resource: string;
  readonly id: number | undefined;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const placeOf = ({ user, resource, id }: Whose): string => `almanac:unsaved:${user}:${resource}:${id ?? 'new'}`;

/** Keys that must not lie about in a browser, or cannot. */
export const unkept = (fields: readonly FieldInfo[], languages: readonly string[]): ReadonlySet<string> =>
  new Set(
    fields
      .filter(({ input }) => input.widget === 'secret' || input.widget === 'file')
      .flatMap((field) => languages.map((language) => keyOf(field, language))),
  );

export function keepUnsaved(shelf: Shelf, whose: Whose, unsaved: Unsaved, without: ReadonlySet<string>): void {
  const changes = Object.fromEntries(Object.entries(unsaved.changes).filter(([key]) => !without.has(key)));
  if (Object.keys(changes).length === 0) {
    forgetUnsaved(shelf, whose);
    return;
  }
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, unsaved.before[key]]));
  try {
    shelf.setItem(placeOf(whose), JSON.stringify({ at: unsaved.at, changes, before }));
  } catch {
    // A full or forbidden storage loses the safety net, never the work at hand.
  }
}

export function readUnsaved(shelf: Shelf, whose: Whose): Unsaved | undefined {
  try {
    const kept: Unsaved | null = JSON.parse(shelf.getItem(placeOf(whose)) ?? 'null');
    return kept && typeof kept.changes === 'object' ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetUnsaved(shelf: Shelf, whose: Whose): void {
  try {
    shelf.removeItem(placeOf(whose));
  } catch {
    // As above.
  }
}
