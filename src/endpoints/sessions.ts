// The sessions of a user: browsers that are signed in.
import { readCookie } from '../auth/identify.js';
import { digestToken } from '../auth/secrets.js';
import { cookieName, endOthers, endSession, sessionsOf } from '../auth/sessions.js';
import type { Endpoint } from '../core/facade.js';
import { key, listOutput, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { described, flagSchema, integer, orNull, text } from '../core/schema.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { type ApiRequest, idOf } from '../http/request.js';
import type { SessionRow } from '../models/account/account.js';
import { ownerOf, ownerPart, ownerPath, readUser, unknownUser } from './owner.js';

interface Shown extends SessionRow {
  readonly current: boolean;
}

const session = output<Shown>('UserSession', 'A browser that is signed in.', {
  id: key(integer, 7),
  created_utc: key(
    orNull(text, 'Time of the sign-in. Null for sessions of earlier versions.'),
    '2026-09-02 14:00:00',
    (row) => row.created_utc || null,
  ),
  last_seen_utc: key(
    orNull(text, 'Time of the last request, to the hour.'),
    '2026-09-03 09:00:00',
    (row) => row.last_seen_utc || null,
  ),
  expires_utc: key(text, '2026-09-09 14:00:00'),
  ip: key(described(text, 'IP address of the sign-in.'), '203.0.113.7'),
  browser: key(described(text, 'Name of the browser and its operating system.'), 'Firefox · Windows'),
  method: key(
    { ...text, enum: ['password', 'oidc'], description: 'How the user signed in. `oidc` is OpenID Connect.' },
    'password',
  ),
  current: key(described(flagSchema, 'Whether it is the session of this request.'), true),
});

const tokenOf = ({ headers }: ApiRequest): string => readCookie(headers.cookie ?? '', cookieName) ?? '';

const shownTo = (request: ApiRequest) => {
  const digest = digestToken(tokenOf(request));
  return (row: SessionRow): Shown => ({ ...row, current: row.digest === digest });
};

const common = {
  right: 'signed-in',
  tag: { name: 'Sessions', description: 'Browsers that are signed in to the console.' },
} as const;

const list = operation({
  ...common,
  operationId: 'listUserSessions',
  summary: 'List sessions',
  output: listOutput('UserSessionList', 'All sessions of the user, the newest first.', 'sessions', session),
  problems: [unknownUser],
  handler: async ({ store }, request, _, reply) => {
    const owner = ownerOf(request);
    await readUser(store, owner);
    return reply((await sessionsOf(store, owner, request.call.now)).map(shownTo(request)));
  },
});

const endAll = operation({
  ...common,
  operationId: 'endUserSessions',
  summary: 'End all other sessions',
  description: 'The session of this request does not end.',
  output: output<{ readonly ended: number }>('EndedSessions', 'The number of ended sessions.', {
    ended: key(integer, 2),
  }),
  problems: [unknownUser],
  handler: async (service, request, _, reply) => {
    const owner = ownerOf(request);
    return change(service, request, async ({ store }) => {
      await readUser(store, owner);
      return reply({ ended: await endOthers(store, owner, tokenOf(request)) });
    });
  },
});

const end = operation({
  ...common,
  operationId: 'endUserSession',
  summary: 'End a session',
  output: session,
  example: { ...Object(session.example), current: false },
  problems: [new Problem('not-found', { resource: 'session' })],
  handler: async (service, request, _, reply) => {
    const owner = ownerOf(request);
    const id = idOf(request.params.id ?? '');
    return change(service, request, async ({ store }) => {
      const row = (await sessionsOf(store, owner, request.call.now)).find((one) => one.id === id);
      if (!row || !(await endSession(store, owner, id))) throw new Problem('not-found', { resource: 'session' });
      return reply(shownTo(request)(row));
    });
  },
});

export const sessionEndpoints: readonly Endpoint[] = [
  endpoint(`${ownerPath}/sessions`, { GET: list, DELETE: endAll }, { parts: ownerPart }),
  endpoint(
    `${ownerPath}/sessions/:id(^\\d+$)`,
    { DELETE: end },
    { parts: { ...ownerPart, id: { description: 'ID of the session.', schema: integer, example: 7 } } },
  ),
];
