// The caller's preferences in the console.
import { is } from '../core/condition.js';
import { invalidParam } from '../core/problem.js';
import { lockRecord, type Reader } from '../core/store.js';
import {
  maxPreferenceBytes,
  noPreferences,
  type Preferences,
  type PreferencesRow,
  preferences,
} from '../models/account/preferences.js';
import { user } from '../models/account/user.js';
import { readUser } from './account-secrets.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import { type ApiResponse, refuseStale, versionOf } from './response.js';

const readRow = (store: Reader, userId: number): Promise<PreferencesRow | undefined> =>
  store.read({ table: preferences, where: is('user_id', userId) });

const versionOfRow = (row: PreferencesRow | undefined): string => (row ? versionOf(row, preferences) : '0');

const responseOf = (row: PreferencesRow | undefined): ApiResponse => ({
  statusCode: 200,
  headers: {},
  body: row?.document ?? noPreferences,
  version: versionOfRow(row),
});

const read: Handler = async ({ store }, { call }) => responseOf(await readRow(store, call.actor.id));

const replace: Handler = async (service, request, given) => {
  const { actor, now } = request.call;
  const document = { ...noPreferences, ...given } as Preferences;
  if (Buffer.byteLength(JSON.stringify(document)) > maxPreferenceBytes)
    throw invalidParam('views', 'Preferences are limited to 64 KiB. Remove some saved views.');
  await spendWriteToken(service, actor);
  return change(service, request, async ({ store }) => {
    await lockRecord(store, user, actor.id);
    await readUser(store, actor.id);
    const stored = await readRow(store, actor.id);
    refuseStale(request.headers['if-match'], versionOfRow(stored));
    const values = { user_id: actor.id, document, modified_utc: now };
    if (stored) await store.update(preferences, stored.id, values);
    else await store.insert(preferences, values);
    return responseOf(await readRow(store, actor.id));
  });
};

export const preferenceHandlers: CustomHandlers = { preferences: { GET: read, PUT: replace } };
