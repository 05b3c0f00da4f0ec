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

export interface DraftKey {
  readonly user: string;
  readonly resource: string;
  readonly id: number | undefined;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKeyOf = ({ user, resource, id }: DraftKey): string => `almanac:unsaved:${user}:${resource}:${id ?? 'new'}`;

/** Keys that must not lie about in a browser, or cannot. */
export const excludedKeys = (fields: readonly FieldInfo[], languages: readonly string[]): ReadonlySet<string> =>
  new Set(
    fields
      .filter(({ input }) => input.widget === 'secret' || input.widget === 'file')
      .flatMap((field) => languages.map((language) => keyOf(field, language))),
  );

export function storeUnsaved(
  storage: DraftStorage,
  draftKey: DraftKey,
  unsaved: Unsaved,
  without: ReadonlySet<string>,
): void {
  const changes = Object.fromEntries(Object.entries(unsaved.changes).filter(([key]) => !without.has(key)));
  if (Object.keys(changes).length === 0) {
    removeUnsaved(storage, draftKey);
    return;
  }
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, unsaved.before[key]]));
  try {
    storage.setItem(storageKeyOf(draftKey), JSON.stringify({ at: unsaved.at, changes, before }));
  } catch {
    // A full or forbidden storage loses the safety net, never the work at hand.
  }
}

export function readUnsaved(storage: DraftStorage, draftKey: DraftKey): Unsaved | undefined {
  try {
    const stored: Unsaved | null = JSON.parse(storage.getItem(storageKeyOf(draftKey)) ?? 'null');
    return stored && typeof stored.changes === 'object' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function removeUnsaved(storage: DraftStorage, draftKey: DraftKey): void {
  try {
    storage.removeItem(storageKeyOf(draftKey));
  } catch {
    // As above.
  }
}
