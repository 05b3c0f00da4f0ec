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

export const json = (schema: Schema, value: unknown) => ({
  'application/json': { schema, examples: { usual: { value } } },
});

export function bodyOf(fields: Fields) {
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, false)]);
  const schema = { type: 'object', required: requiredNames(fields), properties: Object.fromEntries(properties) };
  return { required: true, content: json(schema, exampleInput(fields)) };
}

type ProblemArguments = ConstructorParameters<typeof Problem>;

export function errorsIn({ errorBody }: Facade) {
  const one = (...problem: ProblemArguments) => responseOf([[problem[0], new Problem(...problem)]], errorBody);
  return {
    invalidFields: (fields: Fields) =>
      responseOf(
        [
          ['missing-params', missingParams(requiredNames(fields))],
          ['invalid-params', invalidParams({ [requiredNames(fields)[0] ?? '']: new Invalid('Must be text.') })],
        ],
        errorBody,
      ),
    userNotFound: one('not-found', { resource: 'user' }),
    passwordNotFound: one('not-found', { resource: 'application-password', noun: 'application password' }),
    commonErrors: {
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

const userParameter = {
  name: 'user',
  in: 'path',
  required: true,
  description: 'ID of the user, or `me`. Other users require the administrator role.',
  schema: text,
  example: 'me',
} as const;

export const accountPaths = (tag: string, { site, facade }: Call) => {
  const { commonErrors, invalidFields, userNotFound, passwordNotFound } = errorsIn(facade);
  const languageParameters = queryParameters(languageParam(site));
  return {
    '/users/me': {
      get: {
        ...operation('readMe', 'Get your account', 'GET', tag),
        parameters: languageParameters,
        responses: { 200: me, ...commonErrors },
      },
      patch: {
        ...operation('changeMyPassword', 'Change your sign-in password', 'PATCH', tag),
        parameters: languageParameters,
        description: 'Ends all other sessions of the user.',
        requestBody: bodyOf(accountFields),
        responses: { 200: me, 400: invalidFields(accountFields), ...commonErrors },
      },
    },
    '/users/{user}/application-passwords': {
      get: {
        ...operation('listApplicationPasswords', 'List application passwords', 'GET', tag),
        parameters: [userParameter, ...languageParameters],
        responses: {
          200: {
            description: 'All application passwords of the user.',
            content: json(reference('ApplicationPasswordList'), { application_passwords: [password], total: 1 }),
          },
          ...commonErrors,
          404: userNotFound,
        },
      },
      post: {
        ...operation('createApplicationPassword', 'Create an application password', 'POST', tag),
        parameters: [userParameter, ...languageParameters],
        requestBody: bodyOf(passwordFields),
        responses: {
          201: {
            description: 'The new password. It is not shown again.',
            content: json(reference('ApplicationPassword'), { ...password, password: 'x8Kd 02hF qW3n Lm5T aB7c Zr9v' }),
          },
          400: invalidFields(passwordFields),
          ...commonErrors,
          404: userNotFound,
        },
      },
    },
    '/users/{user}/application-passwords/{id}': {
      delete: {
        ...operation('deleteApplicationPassword', 'Revoke an application password', 'DELETE', tag),
        parameters: [userParameter, pathParameter('id', 7), ...languageParameters],
        responses: {
          200: { description: 'The revoked password.', content: json(reference('ApplicationPassword'), password) },
          ...commonErrors,
          404: passwordNotFound,
        },
      },
    },
  };
};
