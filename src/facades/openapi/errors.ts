// Error responses of each operation: the problems that its code can throw, grouped by status code.
import { type Endpoint, type Facade, type RecordAction, shapeOf, type TableAction } from '../../core/facade.js';
import { updatable } from '../../core/field.js';
import { Invalid, invalidParams, missingParams, Problem, problemWith } from '../../core/problem.js';
import { reference } from '../../core/schema.js';
import type { NotFoundCase, Shape } from '../../core/shape.js';
import { removeParamsOf } from '../parse.js';
import { requiredNames } from './schemas.js';

type Cases = Readonly<Record<string, Problem>>;

const commonCases: Cases = {
  'bad-request': new Problem('bad-request', { reason: 'more than 200 parameters' }),
  'wrong-credentials': new Problem('wrong-credentials'),
  throttled: new Problem('throttled', { seconds: 6 }),
};

const invalidParameter = (name: string): Cases => ({
  'invalid-params': invalidParams({ [name]: new Invalid('Invalid value.') }),
});

const restricted: Cases = { unauthorized: new Problem('unauthorized'), forbidden: new Problem('forbidden') };

const changeCases: Cases = {
  ...restricted,
  'wrong-csrf': new Problem('wrong-csrf'),
  'rate-limited': new Problem('rate-limited', { seconds: 1 }),
};

const bodyCases = ({ upload }: Shape): Cases => ({
  'invalid-json': new Problem('invalid-json', {
    reason: 'syntax error',
    extra: { json_error_code: 4, json_error_message: 'syntax error' },
  }),
  'too-large': new Problem('too-large', { limit: upload ? '20 MiB' : '1 MiB' }),
  'key-reused': new Problem('key-reused'),
});

function notFound({ model, notFound }: Shape, by: NotFoundCase['by'], to: NotFoundCase['to'], facade: Facade): Cases {
  if (facade.unknownIsMissing) return { unknown: new Problem('not-found', problemWith(model)) };
  const otherKind = by === 'id' && { 'other-kind': notFound({ by, to, otherKind: true }) };
  return { unknown: notFound({ by, to, otherKind: false }), ...otherKind };
}

/** The problems that the shape declares, without those that the switches of the facade rule out. */
function shapeCases(
  { model, errors }: Shape,
  when: keyof NonNullable<Shape['errors']>,
  { trashIsGone, unknownIsMissing }: Facade,
): Cases {
  const names = errors?.[when] ?? [];
  return Object.fromEntries(
    names
      .filter((name) => name !== (trashIsGone ? 'trashed' : 'gone'))
      .filter((name) => name !== 'not-accessible' || !unknownIsMissing)
      .map((name) => [
        name,
        new Problem(name, { ...problemWith(model), ...(name === 'term-exists' && { extra: { term_id: 7 } }) }),
      ]),
  );
}

/** Only POST supports the Idempotency-Key. */
const withoutKeyReuse = ({ 'key-reused': _, ...cases }: Cases): Cases => cases;

/** Of callers without the right to the action. */
function accessCases(action: RecordAction, { model: { policy } }: Shape): Cases {
  if (action !== 'list' && action !== 'read') return changeCases;
  return policy.read ? restricted : {};
}

function recordCases(action: RecordAction, shape: Shape, by: NotFoundCase['by'], facade: Facade): Cases {
  const { fields, readParams, list, model } = shape;
  const [field = ''] = Object.keys(fields);
  const [param] = Object.keys(readParams);
  const [removing] = Object.keys(removeParamsOf(shape, facade));
  switch (action) {
    case 'list':
      return {
        ...invalidParameter('page'),
        ...(!(list.emptyPageAllowed && facade.emptyTermPages) && {
          'no-page': new Problem('no-page', problemWith(model)),
        }),
      };
    case 'create':
      return {
        ...bodyCases(shape),
        'missing-params': missingParams(requiredNames(fields)),
        ...invalidParameter(field),
        ...sourceCases(shape),
        ...shapeCases(shape, 'create', facade),
      };
    case 'read':
      return {
        ...(param !== undefined && invalidParameter(param)),
        ...notFound(shape, by, 'read', facade),
        ...(model.removal === 'trash' &&
          !facade.unknownIsMissing && { 'not-accessible': new Problem('not-accessible', problemWith(model)) }),
        ...shapeCases(shape, 'read', facade),
      };
    case 'update':
      return {
        ...bodyCases(shape),
        ...invalidParameter(Object.keys(updatable(fields))[0] ?? ''),
        ...notFound(shape, by, 'update', facade),
        stale: new Problem('stale'),
        ...mirrored(shape),
        ...sourceCases(shape),
        ...shapeCases(shape, 'update', facade),
      };
    case 'upsert':
      return {
        ...withoutKeyReuse(bodyCases(shape)),
        'missing-params': missingParams(requiredNames(fields)),
        ...invalidParameter(Object.keys(updatable(fields))[0] ?? ''),
        'external-in-trash': new Problem('external-in-trash', problemWith(model)),
        stale: new Problem('stale'),
        ...sourceCases(shape),
        ...shapeCases(shape, 'update', facade),
      };
    case 'remove':
      return {
        ...(removing !== undefined && invalidParameter(removing)),
        ...notFound(shape, by, 'remove', facade),
        ...(model.removal === 'trash' && { 'in-trash': new Problem('in-trash', problemWith(model)) }),
        stale: new Problem('stale'),
        ...mirrored(shape),
        ...shapeCases(shape, 'remove', facade),
      };
  }
}

/** Records that can come from another site. */
const mirrored = ({ model }: Shape): Cases =>
  'external_id' in model.columns ? { mirrored: new Problem('mirrored', { names: 'https://old.example' }) } : {};

/** Of fields that name a source of external IDs. */
const sourceCases = ({ fields }: Shape): Cases =>
  'external_id' in fields
    ? {
        'source-reserved': new Problem('source-reserved', { names: 'subscription:3' }),
        'source-not-yours': new Problem('source-not-yours', { names: 'box-office', reason: 'user-7' }),
      }
    : {};

/** A feed has the errors of the list or the record that it shows. */
const errorActionOf = (action: TableAction, { by }: Endpoint): Exclude<TableAction, 'feed'> =>
  action === 'feed' ? (by ? 'read' : 'list') : action;

/** Of a list below a record, which the caller must be able to read. */
function ownerCases({ within, owner }: Endpoint, facade: Facade): Cases {
  if (within === undefined || owner === undefined) return {};
  const shape = shapeOf(facade, owner);
  return { ...notFound(shape, 'id', 'read', facade), ...shapeCases(shape, 'read', facade) };
}

/** Of a path with parameters that the router refuses. */
export const noRoute = new Problem('no-route');

function casesOf(action: Exclude<TableAction, 'feed'>, endpoint: Endpoint, facade: Facade): Cases {
  const { shape, by = 'id' } = endpoint;
  if (action === 'root') return { ...commonCases, 'invalid-namespace': new Problem('invalid-namespace') };
  if (action === 'doc' || !shape) return commonCases;
  const own = recordCases(action, shape, by === 'slug' ? 'slug' : 'id', facade);
  return {
    ...commonCases,
    ...accessCases(action, shape),
    ...own,
    ...ownerCases(endpoint, facade),
    ...(action === 'upsert' && { 'no-route': noRoute }),
  };
}

type ErrorBody = Facade['errorBody'];

export function responseOf(cases: readonly (readonly [string, Problem])[], errorBody: ErrorBody) {
  const retries = cases.some(([, { problem }]) => problem === 'throttled' || problem === 'rate-limited');
  return {
    description: [...new Set(cases.map(([, { message }]) => message))].join(' '),
    ...(retries && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
    content: {
      'application/json': {
        schema: reference('Error'),
        examples: Object.fromEntries(
          cases.map(([name, problem]) => [name, { value: errorBody(problem, (sentence) => sentence) }]),
        ),
      },
    },
  };
}

type Response = ReturnType<typeof responseOf>;

/** Also of wrong credentials and malformed requests, which every operation refuses. */
export const unexpected = (errorBody: ErrorBody): Response => ({
  ...responseOf(
    [
      ['internal', new Problem('internal')],
      ['overloaded', new Problem('overloaded')],
      ['too-costly', new Problem('too-costly')],
      ['disk-failure', new Problem('disk-failure')],
    ],
    errorBody,
  ),
  description: 'Another error.',
});

export function responsesByStatus(cases: readonly (readonly [string, Problem])[], errorBody: ErrorBody) {
  const statuses = new Set(cases.map(([, { statusCode }]) => statusCode));
  const withStatus = (status: number) => cases.filter(([, { statusCode }]) => statusCode === status);
  return Object.fromEntries([...statuses].map((status) => [status, responseOf(withStatus(status), errorBody)]));
}

/** The error responses of an operation by status code. */
export function errorResponses(
  action: TableAction,
  endpoint: Endpoint,
  facade: Facade,
): Readonly<Record<string, Response>> {
  const { errorBody } = facade;
  const cases = Object.entries(casesOf(errorActionOf(action, endpoint), endpoint, facade));
  return { ...responsesByStatus(cases, errorBody), default: unexpected(errorBody) };
}
