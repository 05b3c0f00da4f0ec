// What can go wrong in each operation, as responses: the problems that the code would throw, grouped by status.
import type { Profile } from '../../core/call.js';
import { lasting } from '../../core/field.js';
import { Invalid, invalidParams, missingParams, Problem, problemWith } from '../../core/problem.js';
import type { Operations, Resource, Unknown } from '../../core/resource.js';
import { reference } from '../../core/schema.js';
import type { Endpoint, RecordAction, TableAction } from '../endpoint.js';
import { removeParamsOf } from '../parse.js';
import { requiredNames } from './schemas.js';

type Cases = Readonly<Record<string, Problem>>;

const always: Cases = {
  'bad-request': new Problem('bad-request', { reason: 'more than 200 parameters' }),
  'wrong-credentials': new Problem('wrong-credentials'),
  throttled: new Problem('throttled', { seconds: 6 }),
};

const invalid = (name: string): Cases => ({
  'invalid-params': invalidParams({ [name]: new Invalid('This is not a value that can be read.') }),
});

const changes: Cases = {
  unauthorized: new Problem('unauthorized'),
  forbidden: new Problem('forbidden'),
  'wrong-csrf': new Problem('wrong-csrf'),
  'rate-limited': new Problem('rate-limited', { seconds: 1 }),
};

const bodies = ({ upload }: Resource): Cases => ({
  'invalid-json': new Problem('invalid-json', {
    reason: 'syntax error',
    extra: { json_error_code: 4, json_error_message: 'syntax error' },
  }),
  'too-large': new Problem('too-large', { limit: upload ? '20 MiB' : '1 MiB' }),
  'key-reused': new Problem('key-reused'),
});

function unknown(resource: Resource, by: Unknown['by'], to: Unknown['to'], profile: Profile): Cases {
  if (profile.unknownIsMissing) return { unknown: new Problem('not-found', problemWith(resource)) };
  const otherKind = by === 'id' && { 'other-kind': resource.unknown({ by, to, otherKind: true }) };
  return { unknown: resource.unknown({ by, to, otherKind: false }), ...otherKind };
}

/** A trashed record is gone or hidden, and one that the caller may not read missing or not accessible, as the mount has it. */
function own(resource: Resource, when: keyof Operations, { trashIsGone, unknownIsMissing }: Profile): Cases {
  const names = resource.refusals?.[when] ?? [];
  return Object.fromEntries(
    names
      .filter((name) => name !== (trashIsGone ? 'trashed' : 'gone'))
      .filter((name) => name !== 'not-accessible' || !unknownIsMissing)
      .map((name) => [
        name,
        new Problem(name, { ...problemWith(resource), ...(name === 'term-exists' && { extra: { term_id: 7 } }) }),
      ]),
  );
}

function recordCases(action: RecordAction, resource: Resource, by: Unknown['by'], profile: Profile): Cases {
  const { fields, readParams, term, policy } = resource;
  const closed: Cases = policy.read
    ? { unauthorized: new Problem('unauthorized'), forbidden: new Problem('forbidden') }
    : {};
  const [field = ''] = Object.keys(fields);
  const [param] = Object.keys(readParams);
  const [removing] = Object.keys(removeParamsOf(resource, profile));
  switch (action) {
    case 'list':
      return {
        ...always,
        ...closed,
        ...invalid('page'),
        ...(!(term && profile.emptyTermPages) && { 'no-page': new Problem('no-page', problemWith(resource)) }),
      };
    case 'create':
      return {
        ...always,
        ...changes,
        ...bodies(resource),
        'missing-params': missingParams(requiredNames(fields)),
        ...invalid(field),
        ...own(resource, 'create', profile),
      };
    case 'read':
      return {
        ...always,
        ...closed,
        ...(param !== undefined && invalid(param)),
        ...unknown(resource, by, 'read', profile),
        ...(resource.removal === 'trash' &&
          !profile.unknownIsMissing && { 'not-accessible': new Problem('not-accessible', problemWith(resource)) }),
        ...own(resource, 'admit', profile),
      };
    case 'update':
      return {
        ...always,
        ...changes,
        ...bodies(resource),
        ...invalid(Object.keys(lasting(fields))[0] ?? ''),
        ...unknown(resource, by, 'update', profile),
        stale: new Problem('stale'),
        ...own(resource, 'update', profile),
      };
    case 'remove':
      return {
        ...always,
        ...changes,
        ...(removing !== undefined && invalid(removing)),
        ...unknown(resource, by, 'remove', profile),
        ...(resource.removal === 'trash' && { 'in-trash': new Problem('in-trash', problemWith(resource)) }),
        stale: new Problem('stale'),
        ...own(resource, 'remove', profile),
      };
  }
}

function casesOf(action: TableAction, { resource, by = 'id' }: Endpoint, profile: Profile): Cases {
  if (action === 'root') return { ...always, 'invalid-namespace': new Problem('invalid-namespace') };
  return action === 'doc' || !resource ? always : recordCases(action, resource, by, profile);
}

const bodyOf = ({ code, message, http, details }: Problem) => ({
  code,
  message,
  data: { status: http, ...details.extra },
});

export function responseOf(cases: readonly (readonly [string, Problem])[]) {
  const waits = cases.some(([, { problem }]) => problem === 'throttled' || problem === 'rate-limited');
  return {
    description: [...new Set(cases.map(([, { message }]) => message))].join(' '),
    ...(waits && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
    content: {
      'application/json': {
        schema: reference('Error'),
        examples: Object.fromEntries(cases.map(([name, problem]) => [name, { value: bodyOf(problem) }])),
      },
    },
  };
}

type Response = ReturnType<typeof responseOf>;

const unexpected: Response = {
  ...responseOf([
    ['internal', new Problem('internal')],
    ['overloaded', new Problem('overloaded')],
    ['disk-failure', new Problem('disk-failure')],
  ]),
  description: 'Anything unexpected, in the same shape.',
};

export interface Refusals {
  readonly responses: Readonly<Record<string, Response>>;
  /** The refusals of one operation by status, as references. */
  readonly of: (action: TableAction, endpoint: Endpoint) => Readonly<Record<string, { readonly $ref: string }>>;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const tableActionsOf = ({ actions }: Endpoint): readonly TableAction[] =>
  [...new Set(Object.values(actions))].filter((action) => action !== 'own');

/** Responses that are alike for every resource stand in the document once. */
export function refusalsOf(endpoints: readonly Endpoint[], profile: Profile): Refusals {
  const responsesOf = (action: TableAction, endpoint: Endpoint): readonly (readonly [string, Response])[] => {
    const cases = Object.entries(casesOf(action, endpoint, profile));
    const statuses = [...new Set(cases.map(([, { http }]) => http))];
    return statuses.map((status) => [String(status), responseOf(cases.filter(([, { http }]) => http === status))]);
  };
  const rows = endpoints.flatMap((endpoint) =>
    tableActionsOf(endpoint).flatMap((action) =>
      responsesOf(action, endpoint).map(([http, response]) => ({ action, endpoint, http, response })),
    ),
  );
  const alike = (action: TableAction, http: string, resource?: Resource): boolean => {
    const same = rows.filter(
      (row) => row.action === action && row.http === http && (!resource || row.endpoint.resource === resource),
    );
    return new Set(same.map(({ response }) => JSON.stringify(response))).size === 1;
  };
  const nameOf = (action: TableAction, { resource, by = 'id' }: Endpoint, http: string): string => {
    if (alike(action, http)) return capital(action) + http;
    const place = alike(action, http, resource) ? '' : `By${capital(by)}`;
    return `${resource?.schema ?? ''}${capital(action)}${place}${http}`;
  };
  return {
    responses: {
      ...Object.fromEntries(
        rows.map(({ action, endpoint, http, response }) => [nameOf(action, endpoint, http), response]),
      ),
      Unexpected: unexpected,
    },
    of: (action, endpoint) => ({
      ...Object.fromEntries(
        responsesOf(action, endpoint).map(([http]) => [http, refer(nameOf(action, endpoint, http))]),
      ),
      default: refer('Unexpected'),
    }),
  };
}

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });
