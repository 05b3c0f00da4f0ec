// Endpoints of the sessions of a user.
import type { CustomOperation, Endpoint } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { listOf, reference, type Schema } from '../core/schema.js';
import { owner, userPart } from './account-endpoints.js';

const tag = { name: 'Sessions', description: 'Browsers that are signed in to the console.' };

const text: Schema = { type: 'string' };
const moment = (description: string): Schema => ({ type: ['string', 'null'], description });

const schema: Schema = {
  type: 'object',
  description: 'A browser that is signed in.',
  required: ['id', 'created_utc', 'last_seen_utc', 'expires_utc', 'ip', 'browser', 'method', 'current'],
  properties: {
    id: { type: 'integer' },
    created_utc: moment('Time of the sign-in. Null for sessions of earlier versions.'),
    last_seen_utc: moment('Time of the last request, to the hour.'),
    expires_utc: text,
    ip: { ...text, description: 'IP address of the sign-in.' },
    browser: { ...text, description: 'Name of the browser and its operating system.' },
    method: {
      ...text,
      enum: ['password', 'oidc'],
      description: 'How the user signed in. `oidc` is OpenID Connect.',
    },
    current: { type: 'boolean', description: 'Whether it is the session of this request.' },
  },
};

const listSchema: Schema = {
  type: 'object',
  description: 'All sessions of the user, the newest first.',
  required: ['sessions', 'total'],
  properties: { sessions: listOf(reference('UserSession')), total: { type: 'integer' } },
};

const endedSchema: Schema = {
  type: 'object',
  description: 'The number of ended sessions.',
  required: ['ended'],
  properties: { ended: { type: 'integer' } },
};

const example = {
  id: 7,
  created_utc: '2026-09-02 14:00:00',
  last_seen_utc: '2026-09-03 09:00:00',
  expires_utc: '2026-09-09 14:00:00',
  ip: '203.0.113.7',
  browser: 'Firefox · Windows',
  method: 'password',
  current: true,
};

const common: Pick<CustomOperation, 'right' | 'tag'> = { right: 'signed-in', tag };
const unknownUser = new Problem('not-found', { resource: 'user' });

export const sessionEndpoints: readonly Endpoint[] = [
  {
    path: `${owner.path}/sessions`,
    pattern: `${owner.pattern}/sessions`,
    actions: { GET: 'custom', DELETE: 'custom' },
    custom: 'sessions',
    parts: userPart,
    operations: {
      GET: {
        ...common,
        operationId: 'listUserSessions',
        summary: 'List sessions',
        schemaName: 'UserSessionList',
        schema: listSchema,
        example: { sessions: [example], total: 1 },
        problems: [unknownUser],
      },
      DELETE: {
        ...common,
        operationId: 'endUserSessions',
        summary: 'End all other sessions',
        description: 'The session of this request does not end.',
        schemaName: 'EndedSessions',
        schema: endedSchema,
        example: { ended: 2 },
        problems: [unknownUser],
      },
    },
  },
  {
    path: `${owner.path}/sessions/:id(^\\d+$)`,
    pattern: `${owner.pattern}/sessions/(?P<id>\\d+)`,
    actions: { DELETE: 'custom' },
    custom: 'session',
    parts: { ...userPart, id: { description: 'ID of the session.', schema: { type: 'integer' }, example: 7 } },
    operations: {
      DELETE: {
        ...common,
        operationId: 'endUserSession',
        summary: 'End a session',
        schemaName: 'UserSession',
        schema,
        example: { ...example, current: false },
        problems: [new Problem('not-found', { resource: 'session' })],
      },
    },
  },
];
