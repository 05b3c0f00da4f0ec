// Preferences of the caller in the console: columns and page size of each list, and saved views.
import { is } from '../core/condition.js';
import { type Fields, optional } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import type { Kind } from '../core/kind.js';
import { key, output } from '../core/output.js';
import { Invalid, invalidParam } from '../core/problem.js';
import type { Schema } from '../core/schema.js';
import { lockRecord, type Reader } from '../core/store.js';
import { isStorable } from '../core/text/wellformed.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { refuseStale } from '../http/response.js';
import {
  maxPreferenceBytes,
  noPreferences,
  type Preferences,
  type PreferencesRow,
  preferences,
  type SavedView,
} from '../models/account/preferences.js';
import { user } from '../models/account/user.js';
import { versionOf } from '../operations/version.js';
import { readUser } from './owner.js';

const maxLists = 50;
const maxColumns = 50;
const maxViews = 100;
const maxPerPage = 100;
const maxQueryLength = 2_000;
const maxNameLength = 100;

const keyPattern = '^[a-z][a-z_-]{0,59}$';
const keySyntax = new RegExp(keyPattern);

const listSchema: Schema = {
  type: 'object',
  properties: {
    columns: { type: 'array', maxItems: maxColumns, items: { type: 'string', pattern: keyPattern } },
    per_page: { type: 'integer', minimum: 1, maximum: maxPerPage },
  },
};

const listsSchema: Schema = { type: 'object', additionalProperties: listSchema };

const viewsSchema: Schema = {
  type: 'array',
  maxItems: maxViews,
  items: {
    type: 'object',
    required: ['resource', 'name', 'query'],
    properties: {
      resource: { type: 'string', pattern: keyPattern },
      name: { type: 'string', minLength: 1, maxLength: maxNameLength },
      query: { type: 'string', maxLength: maxQueryLength },
    },
  },
};

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && isStorable(value) && value.trim().length >= min && value.length <= max;

const isKey = (value: unknown): value is string => typeof value === 'string' && keySyntax.test(value);

function refuse(isValid: boolean): asserts isValid {
  if (!isValid) throw new Invalid('Invalid value. See the schema in the documentation.');
}

function readList(value: unknown): Preferences['lists'][string] {
  refuse(isObject(value));
  const { columns, per_page: perPage } = value;
  if (columns !== undefined) refuse(Array.isArray(columns) && columns.length <= maxColumns && columns.every(isKey));
  if (perPage !== undefined) refuse(Number.isInteger(perPage) && Number(perPage) >= 1 && Number(perPage) <= maxPerPage);
  return {
    ...(columns !== undefined && { columns: columns as readonly string[] }),
    ...(perPage !== undefined && { per_page: Number(perPage) }),
  };
}

function readView(value: unknown): SavedView {
  refuse(isObject(value));
  const { resource, name, query } = value;
  refuse(isKey(resource) && isText(name, 1, maxNameLength) && isText(query, 0, maxQueryLength));
  return { resource: String(resource), name: String(name).trim(), query: String(query) };
}

const lists: Kind<Preferences['lists']> = {
  declared: { type: 'object' },
  schema: listsSchema,
  read: (input) => {
    refuse(isObject(input) && Object.keys(input).length <= maxLists && Object.keys(input).every(isKey));
    return Object.fromEntries(Object.entries(input).map(([name, list]) => [name, readList(list)]));
  },
};

const views: Kind<Preferences['views']> = {
  declared: { type: 'array' },
  schema: viewsSchema,
  read: (input) => {
    refuse(Array.isArray(input) && input.length <= maxViews);
    return input.map(readView);
  },
};

const fields: Fields = {
  lists: optional(lists, 'Columns and page size of each list, by the path of its resource.', {
    bodyOnly: true,
    example: { events: { columns: ['start_date', 'venue'], per_page: 50 } },
  }),
  views: optional(views, 'Saved views: the query of a list page in the console, with a name.', {
    bodyOnly: true,
    example: [{ resource: 'events', name: 'Drafts', query: 'tab=draft' }],
  }),
};

const readRow = (store: Reader, userId: number): Promise<PreferencesRow | undefined> =>
  store.read({ table: preferences, where: is('user_id', userId) });

const versionOfRow = (row: PreferencesRow | undefined): string => (row ? versionOf(row, preferences) : '0');

const common = {
  right: 'signed-in',
  tag: { name: 'Users', description: 'Users, their roles and credentials.' },
  output: output<Preferences>('Preferences', 'Preferences of the caller in the console.', {
    lists: key(listsSchema, { events: { per_page: 50 } }),
    views: key(viewsSchema, [{ resource: 'events', name: 'Drafts', query: 'tab=draft' }]),
  }),
} as const;

const read = operation({
  ...common,
  operationId: 'readPreferences',
  summary: 'Get your preferences',
  handler: async ({ store }, { call }, _, reply) => {
    const row = await readRow(store, call.actor.id);
    return reply(row?.document ?? noPreferences, { version: versionOfRow(row) });
  },
});

const replace = operation({
  ...common,
  operationId: 'replacePreferences',
  summary: 'Replace your preferences',
  description: 'Replaces the whole document, which has at most 64 KiB. Missing keys become empty.',
  input: fields,
  handler: async (service, request, given, reply) => {
    const { actor, now } = request.call;
    const document = { ...noPreferences, ...given } as Preferences;
    if (Buffer.byteLength(JSON.stringify(document)) > maxPreferenceBytes)
      throw invalidParam('views', 'Preferences are limited to 64 KiB. Remove some saved views.');
    return change(service, request, async ({ store }) => {
      await lockRecord(store, user, actor.id);
      await readUser(store, actor.id);
      const stored = await readRow(store, actor.id);
      refuseStale(request.headers['if-match'], versionOfRow(stored));
      const values = { user_id: actor.id, document, modified_utc: now };
      if (stored) await store.update(preferences, stored.id, values);
      else await store.insert(preferences, values);
      const row = await readRow(store, actor.id);
      return reply(row?.document ?? noPreferences, { version: versionOfRow(row) });
    });
  },
});

export const preferenceEndpoint = endpoint('/users/me/preferences', { GET: read, PUT: replace });
