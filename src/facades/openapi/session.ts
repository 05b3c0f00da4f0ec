// The paths for signing in and out with a session cookie. Only the native facade has them.
import { rights, rightsOf, roles } from '../../core/actor.js';
import type { Facade } from '../../core/facade.js';
import { Problem } from '../../core/problem.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import { userLanguages } from '../../models/account/account.js';
import { responseOf } from './errors.js';

export const sessionTag = 'Session';

const example = {
  id: 2,
  user: 'ada',
  role: 'editor',
  rights: rightsOf({ role: 'editor' }),
  language: 'fr',
  csrf: 'k2bq…',
};
const text: Schema = { type: 'string' };

export const sessionSchemas: Readonly<Record<string, Schema>> = {
  Session: {
    type: 'object',
    required: ['id', 'user', 'role', 'rights', 'language'],
    properties: {
      id: { type: 'integer' },
      user: text,
      role: { ...text, enum: roles },
      rights: { ...listOf({ ...text, enum: rights }), description: 'Permissions of the role.' },
      language: {
        ...text,
        enum: userLanguages,
        description: 'Language of the console; empty for that of the browser.',
      },
      csrf: { ...text, description: 'CSRF token. Send it in the X-CSRF-Token header with every change.' },
    },
  },
  SignIn: {
    type: 'object',
    required: ['user', 'password'],
    properties: {
      user: text,
      password: { ...text, description: 'Sign-in password.' },
      code: {
        ...text,
        description: 'Code of the authenticator app, or a recovery code. Required if two-step verification is on.',
      },
    },
  },
};

const json = (schema: Schema, value: unknown) => ({ 'application/json': { schema, examples: { usual: { value } } } });
const session = (description: string) => ({ description, content: json(reference('Session'), example) });
const cookie = { 'Set-Cookie': { description: 'The session cookie.', schema: text } };
export function sessionPaths(errorBody: Facade['errorBody']) {
  const errorResponse = (...problem: ConstructorParameters<typeof Problem>) =>
    responseOf([[problem[0], new Problem(...problem)]], errorBody);
  const unauthorized = errorResponse('unauthorized');
  return {
    '/session': {
      get: {
        operationId: 'readSession',
        summary: 'Get the current session',
        tags: [sessionTag],
        security: [{ applicationPassword: [] }, { token: [] }, { session: [] }],
        responses: { 200: session('The current session.'), 401: unauthorized },
      },
      post: {
        operationId: 'signIn',
        summary: 'Sign in',
        tags: [sessionTag],
        security: [],
        requestBody: {
          required: true,
          content: json(reference('SignIn'), { user: 'ada', password: 'correct horse battery' }),
        },
        responses: {
          200: { ...session('Signed in.'), headers: cookie },
          401: responseOf(
            (['wrong-credentials', 'second-factor-required', 'wrong-code'] as const).map((name) => [
              name,
              new Problem(name),
            ]),
            errorBody,
          ),
          429: errorResponse('throttled', { seconds: 6 }),
        },
      },
      delete: {
        operationId: 'signOut',
        summary: 'Sign out',
        tags: [sessionTag],
        security: [{ session: [], csrf: [] }],
        responses: {
          200: {
            description: 'Signed out.',
            headers: cookie,
            content: json({ type: 'object', properties: { signed_out: { type: 'boolean' } } }, { signed_out: true }),
          },
          401: unauthorized,
          403: errorResponse('wrong-csrf'),
        },
      },
    },
  };
}
