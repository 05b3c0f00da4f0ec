// The session of a browser: signs in and out with a cookie, and returns the current user.
import { readCookie } from '../auth/identify.js';
import { noticeOfSignIn } from '../auth/notices.js';
import { cookieName, signOut as endSession, signIn as startSession } from '../auth/sessions.js';
import { type Actor, rights, rightsOf, roles } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { Endpoint } from '../core/facade.js';
import { optional, required } from '../core/field.js';
import { credentialText } from '../core/kinds/text.js';
import { key, maybe, output } from '../core/output.js';
import { missingParams, Problem } from '../core/problem.js';
import { described, flagSchema, integer, listOf, text } from '../core/schema.js';
import { endpoint, operation } from '../http/handler.js';
import type { Service } from '../http/service.js';
import { clientOf, sessionCookies, setCookie } from '../http/session-cookies.js';
import { userLanguages, users } from '../models/account/account.js';

interface Shown extends Pick<Actor, 'id' | 'name' | 'role'> {
  readonly language: string;
  readonly csrf?: string | undefined;
}

const session = output<Shown>('Session', '', {
  id: key(integer, 2),
  user: key(text, 'ada', ({ name }) => name),
  role: key({ ...text, enum: roles }, 'editor'),
  rights: key(
    described(listOf({ ...text, enum: rights }), 'Permissions of the role.'),
    rightsOf({ role: 'editor' }),
    rightsOf,
  ),
  language: key(
    { ...text, enum: userLanguages, description: 'Language of the console; empty for that of the browser.' },
    'fr',
  ),
  csrf: maybe(described(text, 'CSRF token. Send it in the X-CSRF-Token header with every change.'), undefined, 'k2bq…'),
});

async function shownSession({ store }: Service, { id, name, role }: Actor, csrf: string | undefined): Promise<Shown> {
  const user = await store.read({ table: users, where: is('id', id) });
  return { id, name, role, language: user?.language ?? '', csrf };
}

const headers = { 'Cache-Control': 'no-store' };

const common = {
  right: 'signed-in',
  tag: { name: 'Session', description: 'Sign in and out with a session cookie, for browsers.' },
  output: session,
} as const;

const read = operation({
  ...common,
  operationId: 'readSession',
  summary: 'Get the current session',
  result: 'The current session.',
  handler: async (service, { call, identity }, _, reply) =>
    reply(await shownSession(service, call.actor, identity.csrf), { headers }),
});

const signIn = operation({
  ...common,
  right: 'anyone',
  credentials: 'ignored',
  operationId: 'signIn',
  dryRun: 'refused',
  summary: 'Sign in',
  input: {
    user: required(credentialText, 'Username.', { bodyOnly: true, example: 'ada' }),
    password: required(credentialText, 'Sign-in password.', { bodyOnly: true, example: 'correct horse battery' }),
    code: optional(
      credentialText,
      'Code of the authenticator app, or a recovery code. Required if two-step verification is on.',
      { bodyOnly: true },
    ),
  },
  result: 'Signed in.',
  headers: ['Set-Cookie'],
  problems: [
    ...(['wrong-credentials', 'second-factor-required', 'wrong-code'] as const).map((name) => new Problem(name)),
    new Problem('throttled', { seconds: 6 }),
  ],
  handler: async (service, request, { user, password, code }, reply) => {
    // Only JSON, which a form on another site cannot send: prevents login CSRF.
    if (!request.headers['content-type']?.startsWith('application/json')) throw missingParams(['user', 'password']);
    const attempt = {
      name: String(user),
      password: String(password),
      code: code === undefined ? undefined : String(code),
      client: clientOf(request),
      now: request.call.now,
    };
    const started = await startSession(service.store, service, attempt, noticeOfSignIn(service));
    const shown = await shownSession(service, started.session, started.session.csrf);
    return reply(shown, { headers, cookies: sessionCookies(request.call.site, started) });
  },
});

const signOut = operation({
  ...common,
  credentials: 'session',
  cost: 'own',
  operationId: 'signOut',
  dryRun: 'refused',
  summary: 'Sign out',
  output: output<{ readonly signed_out: true }>('SignedOut', '', { signed_out: key(flagSchema, true) }),
  result: 'Signed out.',
  headers: ['Set-Cookie'],
  problems: [new Problem('wrong-csrf')],
  handler: async ({ store }, request, _, reply) => {
    await endSession(store, readCookie(request.headers.cookie ?? '', cookieName) ?? '');
    const ended = setCookie(request.call.site, { name: cookieName, value: '', seconds: 0 });
    return reply({ signed_out: true }, { headers, cookies: [ended] });
  },
});

export const sessionEndpoint: Endpoint = endpoint('/session', { GET: read, POST: signIn, DELETE: signOut });
