// The paths of the caller's account and of application passwords. Only the native facade has them.
import type { Call } from '../../core/call.js';
import type { Facade, Method } from '../../core/facade.js';
import type { Fields } from '../../core/field.js';
import { Invalid, invalidParams, missingParams, Problem } from '../../core/problem.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import { accountFields, passwordFields } from '../account-endpoints.js';
import { languageParam } from '../language.js';
import { responseOf } from './errors.js';
import { pathParameter, queryParameters } from './parameters.js';
import { exampleInput } from './sample.js';
import { fieldSchema, requiredNames } from './schemas.js';
import { securityFor } from './security.js';

const text: Schema = { type: 'string' };
const password = { id: 7, label: 'Newsletter', created_utc: '2026-09-02 14:00:00' };

export const accountSchemas: Readonly<Record<string, Schema>> = {
  ApplicationPassword: {
    type: 'object',
    description: 'A password for programs that act on behalf of a user.',
    required: ['id', 'label', 'created_utc'],
    properties: {
      id: { type: 'integer' },
      label: text,
      created_utc: text,
      password: { ...text, description: 'Returned once, when the password is created.' },
    },
  },
  ApplicationPasswordList: {
    type: 'object',
    required: ['application_passwords', 'total'],
    properties: { application_passwords: listOf(reference('ApplicationPassword')), total: { type: 'integer' } },
  },
};

const json = (schema: Schema, value: unknown) => ({ 'application/json': { schema, examples: { usual: { value } } } });

function bodyOf(fields: Fields) {
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, false)]);
  const schema = { type: 'object', required: requiredNames(fields), properties: Object.fromEntries(properties) };
  return { required: true, content: json(schema, exampleInput(fields)) };
}

type ProblemArguments = ConstructorParameters<typeof Problem>;

function refusalsIn({ errorBody }: Facade) {
  const one = (...problem: ProblemArguments) => responseOf([[problem[0], new Problem(...problem)]], errorBody);
  return {
    invalid: (fields: Fields) =>
      responseOf(
        [
          ['missing-params', missingParams(requiredNames(fields))],
          ['invalid-params', invalidParams({ [requiredNames(fields)[0] ?? '']: new Invalid('Must be text.') })],
        ],
        errorBody,
      ),
    noUser: one('not-found', { resource: 'user' }),
    noPassword: one('not-found', { resource: 'application-password', noun: 'application password' }),
    usual: {
      401: one('unauthorized'),
      403: one('forbidden'),
      429: responseOf(
        [
          ['throttled', new Problem('throttled', { seconds: 6 })],
          ['rate-limited', new Problem('rate-limited', { seconds: 1 })],
        ],
        errorBody,
      ),
    },
  };
}

const operation = (operationId: string, summary: string, method: Method, tag: string) => ({
  operationId,
  summary,
  tags: [tag],
  security: securityFor(method).slice(method === 'GET' ? 1 : 0),
});

const me = {
  description: 'The account of the caller.',
  content: {
    'application/json': {
      schema: reference('User'),
      examples: { UserRead: { $ref: '#/components/examples/UserRead' } },
    },
  },
};

const owner = {
  name: 'user',
  in: 'path',
  required: true,
  description: 'ID of the user, or `me`. Other users require the administrator role.',
  schema: text,
  example: 'me',
} as const;

export const accountPaths = (tag: string, { site, facade }: Call) => {
  const { usual, invalid, noUser, noPassword } = refusalsIn(facade);
  const spoken = queryParameters(languageParam(site));
  return {
    '/users/me': {
      get: {
        ...operation('readMe', 'Get your account', 'GET', tag),
        parameters: spoken,
        responses: { 200: me, ...usual },
      },
      patch: {
        ...operation('changeMyPassword', 'Change your sign-in password', 'PATCH', tag),
        parameters: spoken,
        description: 'Ends all other sessions of the user.',
        requestBody: bodyOf(accountFields),
        responses: { 200: me, 400: invalid(accountFields), ...usual },
      },
    },
    '/users/{user}/application-passwords': {
      get: {
        ...operation('listApplicationPasswords', 'List application passwords', 'GET', tag),
        parameters: [owner, ...spoken],
        responses: {
          200: {
            description: 'All application passwords of the user.',
            content: json(reference('ApplicationPasswordList'), { application_passwords: [password], total: 1 }),
          },
          ...usual,
          404: noUser,
        },
      },
      post: {
        ...operation('createApplicationPassword', 'Create an application password', 'POST', tag),
        parameters: [owner, ...spoken],
        requestBody: bodyOf(passwordFields),
        responses: {
          201: {
            description: 'The new password. It is not shown again.',
            content: json(reference('ApplicationPassword'), { ...password, password: 'x8Kd 02hF qW3n Lm5T aB7c Zr9v' }),
          },
          400: invalid(passwordFields),
          ...usual,
          404: noUser,
        },
      },
    },
    '/users/{user}/application-passwords/{id}': {
      delete: {
        ...operation('deleteApplicationPassword', 'Revoke an application password', 'DELETE', tag),
        parameters: [owner, pathParameter('id', 7), ...spoken],
        responses: {
          200: { description: 'The revoked password.', content: json(reference('ApplicationPassword'), password) },
          ...usual,
          404: noPassword,
        },
      },
    },
  };
};
