// The paths of the caller's account, of application passwords and of feed keys. Only the native facade has them.
import type { Call } from '../../core/call.js';
import type { Facade, Method } from '../../core/facade.js';
import type { Fields } from '../../core/field.js';
import { Invalid, invalidParams, missingParams, Problem } from '../../core/problem.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import { accountFields, feedKeyFields, passwordFields } from '../account-endpoints.js';
import { languageParam } from '../language.js';
import { responseOf } from './errors.js';
import { pathParameters, queryParameters } from './parameters.js';
import { exampleInput } from './sample.js';
import { fieldSchema, requiredNames } from './schemas.js';
import { securityFor } from './security.js';

const text: Schema = { type: 'string' };
const created_utc = '2026-09-02 14:00:00';

/** A kind of secret that users list, create and revoke. */
interface Secrets {
  readonly path: string;
  /** Name of the schema of one; the schema of the list is `<schema>List`. */
  readonly schema: string;
  readonly listName: string;
  readonly fields: Fields;
  readonly resource: string;
  readonly noun: { readonly one: string; readonly a: string; readonly many: string };
  readonly about?: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly secret: Readonly<Record<string, string>>;
}

const passwords: Secrets = {
  path: 'application-passwords',
  schema: 'ApplicationPassword',
  listName: 'application_passwords',
  fields: passwordFields,
  resource: 'application-password',
  noun: { one: 'application password', a: 'an application password', many: 'application passwords' },
  example: { id: 7, label: 'Newsletter', created_utc },
  secret: { password: 'x8Kd 02hF qW3n Lm5T aB7c Zr9v' },
};

const feedKeys: Secrets = {
  path: 'feed-keys',
  schema: 'FeedKey',
  listName: 'feed_keys',
  fields: feedKeyFields,
  resource: 'feed-key',
  noun: { one: 'feed key', a: 'a feed key', many: 'feed keys' },
  about:
    'The `key` parameter of a feed with a suffix, such as `events.ics`, reads it as the user. Other URLs ignore it.',
  example: { id: 7, label: 'Phone', created_utc, last_used_utc: null },
  secret: { key: 'k3ZtQ8mWc1XyR7vLp0NsB5hDf9GaJ2uE' },
};

const listSchema = ({ schema, listName }: Secrets): Schema => ({
  type: 'object',
  required: [listName, 'total'],
  properties: { [listName]: listOf(reference(schema)), total: { type: 'integer' } },
});

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
  ApplicationPasswordList: listSchema(passwords),
  FeedKey: {
    type: 'object',
    description: 'A key that reads feeds as a user.',
    required: ['id', 'label', 'created_utc', 'last_used_utc'],
    properties: {
      id: { type: 'integer' },
      label: text,
      created_utc: text,
      last_used_utc: {
        type: ['string', 'null'],
        description: 'Time of the last use, to the hour. Null if never used.',
      },
      key: { ...text, description: 'Returned once, when the key is created.' },
    },
  },
  FeedKeyList: listSchema(feedKeys),
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
    secretNotFound: ({ resource, noun }: Secrets) => one('not-found', { resource, noun: noun.one }),
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

/** Only some changes require the current password. */
const invalidAccount = ({ errorBody }: Facade) =>
  responseOf(
    [
      ['missing-params', missingParams(['current_password'])],
      ['invalid-params', invalidParams({ current_password: new Invalid('The current password is incorrect.') })],
    ],
    errorBody,
  );

export const accountPaths = (tag: string, { site, facade }: Call) => {
  const { commonErrors } = errorsIn(facade);
  const languageParameters = queryParameters(languageParam(site));
  return {
    '/users/me': {
      get: {
        ...operation('readMe', 'Get your account', 'GET', tag),
        parameters: languageParameters,
        responses: { 200: me, ...commonErrors },
      },
      patch: {
        ...operation('changeMe', 'Change your profile or your password', 'PATCH', tag),
        parameters: languageParameters,
        description: 'A new password ends all other sessions of the user.',
        requestBody: bodyOf(accountFields),
        responses: { 200: me, 400: invalidAccount(facade), ...commonErrors },
      },
    },
    ...secretPaths(passwords, tag, languageParameters, facade),
    ...secretPaths(feedKeys, tag, languageParameters, facade),
  };
};

function secretPaths(
  kind: Secrets,
  tag: string,
  languageParameters: ReturnType<typeof queryParameters>,
  facade: Facade,
) {
  const { path, schema, listName, fields, noun, about, example, secret } = kind;
  const { commonErrors, invalidFields, userNotFound, secretNotFound } = errorsIn(facade);
  return {
    [`/users/{user}/${path}`]: {
      get: {
        ...operation(`list${schema}s`, `List ${noun.many}`, 'GET', tag),
        parameters: [userParameter, ...languageParameters],
        responses: {
          200: {
            description: `All ${noun.many} of the user.`,
            content: json(reference(`${schema}List`), { [listName]: [example], total: 1 }),
          },
          ...commonErrors,
          404: userNotFound,
        },
      },
      post: {
        ...operation(`create${schema}`, `Create ${noun.a}`, 'POST', tag),
        ...(about && { description: about }),
        parameters: [userParameter, ...languageParameters],
        requestBody: bodyOf(fields),
        responses: {
          201: {
            description: `The new ${noun.one}. It is not shown again.`,
            content: json(reference(schema), { ...example, ...secret }),
          },
          400: invalidFields(fields),
          ...commonErrors,
          404: userNotFound,
        },
      },
    },
    [`/users/{user}/${path}/{id}`]: {
      delete: {
        ...operation(`delete${schema}`, `Revoke ${noun.a}`, 'DELETE', tag),
        parameters: [userParameter, ...pathParameters('id', { id: 7 }), ...languageParameters],
        responses: {
          200: { description: `The revoked ${noun.one}.`, content: json(reference(schema), example) },
          ...commonErrors,
          404: secretNotFound(kind),
        },
      },
    },
  };
}
