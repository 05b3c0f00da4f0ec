// Preferences of the caller in the console: columns and page size of each list, and saved views.

import type { Endpoint } from '../core/facade.js';
import { type Fields, optional } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import type { Kind } from '../core/kind.js';
import { Invalid } from '../core/problem.js';
import type { Schema } from '../core/schema.js';
import { isStorable } from '../core/text/wellformed.js';
import type { Preferences, SavedView } from '../models/account/preferences.js';

const maxLists = 50;
const maxColumns = 50;
const maxViews = 100;
const maxPerPage = 100;
const maxQueryLength = 2_000;
const maxNameLength = 100;

const key = '^[a-z][a-z_-]{0,59}$';
const keySyntax = new RegExp(key);

const listSchema: Schema = {
  type: 'object',
  properties: {
    columns: { type: 'array', maxItems: maxColumns, items: { type: 'string', pattern: key } },
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
      resource: { type: 'string', pattern: key },
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

const documented = {
  right: 'signed-in',
  tag: { name: 'Users', description: 'Users, their roles and credentials.' },
  schemaName: 'Preferences',
  schema: {
    description: 'Preferences of the caller in the console.',
    type: 'object',
    required: ['lists', 'views'],
    properties: { lists: listsSchema, views: viewsSchema },
  },
  example: { lists: { events: { per_page: 50 } }, views: [{ resource: 'events', name: 'Drafts', query: 'tab=draft' }] },
} as const;

export const preferenceEndpoint: Endpoint = {
  path: '/users/me/preferences',
  pattern: '/users/me/preferences',
  actions: { GET: 'custom', PUT: 'custom' },
  custom: 'preferences',
  takes: { PUT: fields },
  operations: {
    GET: { ...documented, operationId: 'readPreferences', summary: 'Get your preferences' },
    PUT: {
      ...documented,
      operationId: 'replacePreferences',
      summary: 'Replace your preferences',
      description: 'Replaces the whole document, which has at most 64 KiB. Missing keys become empty.',
    },
  },
};
