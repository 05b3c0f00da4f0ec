// Unsaved changes in local storage, by user and record, so that they survive a reload. Secrets and files are left out.
import type { FieldInfo } from '../api/contract';
import { inputKey, type Values } from './values';

export interface Unsaved {
  /** Time of the last change, in milliseconds. */
  readonly at: number;
  readonly changes: Values;
  /** Stored values of the changed fields, to detect conflicts. */
  readonly before: Values;
}

export interface DraftKey {
  readonly user: string;
  readonly resource: string;
  readonly id: number | undefined;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKeyOf = ({ user, resource, id }: DraftKey): string => `almanac:unsaved:${user}:${resource}:${id ?? 'new'}`;

/** Keys that are never stored: secrets must not be, files cannot be. */
export const excludedKeys = (fields: readonly FieldInfo[], languages: readonly string[]): ReadonlySet<string> =>
  new Set(
    fields
      .filter(({ input }) => input.widget === 'secret' || input.widget === 'file')
      .flatMap((field) => languages.map((language) => inputKey(field, language))),
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
    // Storage is full or disabled: the form still works, without a copy of its changes.
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
    // Storage is disabled.
  }
}
