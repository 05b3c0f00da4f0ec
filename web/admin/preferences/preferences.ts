// Preferences of the user, stored on the server: columns and page size of each list, and saved views.
import { effect, signal } from '@preact/signals';
import { ApiError, request } from '../api/client';
import { session } from '../api/session';
import { toastFailure } from '../ui/toast';

export interface SavedView {
  /** Path of the resource. */
  readonly resource: string;
  readonly name: string;
  /** Query of the list page. */
  readonly query: string;
}

export interface ListPreferences {
  readonly columns?: readonly string[];
  readonly per_page?: number;
}

export interface Preferences {
  readonly lists: Readonly<Record<string, ListPreferences>>;
  readonly views: readonly SavedView[];
}

const none: Preferences = { lists: {}, views: [] };
const path = '/users/me/preferences';

/** Undefined until they are loaded. */
export const preferences = signal<Preferences | undefined>(undefined);
let etag: string | undefined;

async function load(): Promise<void> {
  const response = await request<Preferences>('GET', path);
  etag = response.etag;
  preferences.value = response.body;
}

/** Loads the preferences of each user who signs in. Without them, lists have their defaults. */
export function startPreferences(): void {
  let loadedFor: number | undefined;
  effect(() => {
    const id = session.value?.id;
    if (id === loadedFor) return;
    loadedFor = id;
    preferences.value = undefined;
    if (id === undefined) return;
    load().catch((error: unknown) => {
      preferences.value = none;
      toastFailure(error);
    });
  });
}

/** Applies a change to the stored document. Another tab may have changed it: then to the newest one. */
export async function changePreferences(change: (before: Preferences) => Preferences): Promise<void> {
  const send = async () => {
    const after = change(preferences.value ?? none);
    preferences.value = after;
    const response = await request<Preferences>('PUT', path, { body: { ...after }, ifMatch: etag });
    etag = response.etag;
    preferences.value = response.body;
  };
  try {
    await send();
  } catch (error) {
    await load();
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    await send();
  }
}

export const listPreferences = (resourcePath: string): ListPreferences => preferences.value?.lists[resourcePath] ?? {};

export const changeList = (resourcePath: string, change: ListPreferences): Promise<void> =>
  changePreferences(({ lists, views }) => ({
    lists: { ...lists, [resourcePath]: { ...lists[resourcePath], ...change } },
    views,
  }));

export const viewsOf = (resourcePath: string): readonly SavedView[] =>
  preferences.value?.views.filter(({ resource }) => resource === resourcePath) ?? [];

const isSame = (one: SavedView, other: SavedView): boolean =>
  one.resource === other.resource && one.name === other.name;

/** Replaces a view with the same name. */
export const saveView = (view: SavedView): Promise<void> =>
  changePreferences(({ lists, views }) => ({ lists, views: [...views.filter((one) => !isSame(one, view)), view] }));

export const removeView = (view: SavedView): Promise<void> =>
  changePreferences(({ lists, views }) => ({ lists, views: views.filter((one) => !isSame(one, view)) }));
