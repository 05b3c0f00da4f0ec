// The operations of custom endpoints, which carry their own documentation.
import type { Call } from '../../core/call.js';
import { type Endpoint, endpointsOf, type Facade, type Method, methodsOf, type Operation } from '../../core/facade.js';
import type { Fields } from '../../core/field.js';
import { Invalid, invalidParams, missingParams, Problem } from '../../core/problem.js';
import { reference, type Schema } from '../../core/schema.js';
import { languageParam } from '../language.js';
import { noRoute, responseOf, responsesByStatus, unexpected } from './errors.js';
import { templateOf } from './operations.js';
import { commonParameters, queryParameters } from './parameters.js';
import { exampleInput } from './sample.js';
import { fieldSchema, requiredNames } from './schemas.js';
import { securityFor } from './security.js';

const json = (schema: Schema, value: unknown) => ({
  'application/json': { schema, examples: { usual: { value } } },
});

function jsonBody(fields: Fields) {
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, false)]);
  const schema = { type: 'object', required: requiredNames(fields), properties: Object.fromEntries(properties) };
  return { required: true, content: json(schema, exampleInput(fields)) };
}

type ProblemArguments = ConstructorParameters<typeof Problem>;

function errorsIn({ errorBody }: Facade) {
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

const customOf = ({ facade, site }: Call): readonly Endpoint[] =>
  endpointsOf(facade, site).filter(({ operations }) => operations !== undefined);

const operationsOf = (call: Call): readonly Operation[] =>
  customOf(call).flatMap(({ operations = {} }) => Object.values(operations));

/** The tags that no resource has. */
export const customTags = (call: Call, known: readonly string[]) => [
  ...new Map(
    operationsOf(call)
      .filter(({ tag }) => !known.includes(tag.name))
      .map(({ tag }) => [tag.name, tag] as const),
  ).values(),
];

/** Without those of shapes, which the document has already. */
export const customSchemas = (call: Call): Readonly<Record<string, Schema>> =>
  Object.assign(
    {},
    ...operationsOf(call)
      .filter(({ output }) => output.exampleName === undefined)
      .map(({ output: { name, schema, parts } }) => ({ ...parts, [name]: schema })),
  );

export const customPaths = (call: Call) =>
  Object.fromEntries(
    customOf(call).map((endpoint) => [
      templateOf(endpoint.path),
      Object.fromEntries(
        methodsOf(endpoint).flatMap((method) => {
          const operation = endpoint.operations?.[method];
          return operation ? [[method.toLowerCase(), documented(call, endpoint, method, operation)]] : [];
        }),
      ),
    ]),
  );

function documented(call: Call, { parts = {} }: Endpoint, method: Method, operation: Operation) {
  const { operationId, summary, description, tag, statusCode = 200, output } = operation;
  const { input: fields = {}, headers, streamType, bodyType, otherStatusCodes = [] } = operation;
  // A DELETE has a body only for secrets, which must not be in a URL.
  const hasBody =
    !bodyType && method !== 'GET' && Object.values(fields).some(({ bodyOnly }) => method !== 'DELETE' || bodyOnly);
  const success = {
    description: operation.result ?? output.schema.description ?? `${summary}.`,
    ...(headers && { headers: Object.fromEntries(headers.map((name) => [name, refer('headers', name)])) }),
    content: {
      ...contentOf(operation, call),
      ...(streamType && { [streamType]: { schema: { type: 'string', description: 'Server-sent events.' } } }),
    },
  };
  const hasDryRun = call.facade.console && method !== 'GET' && !bodyType && !operation.dryRun;
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag.name],
    security: securityOf(method, operation),
    parameters: [
      ...Object.entries(parts).map(([name, part]) => ({ name, in: 'path', required: true, ...part })),
      ...(hasBody ? [] : queryParameters(fields)),
      ...queryParameters(languageParam(call.site)),
      ...(hasDryRun && !('dry_run' in fields) ? [commonParameters.DryRun] : []),
    ],
    ...(hasBody && { requestBody: jsonBody(fields) }),
    ...(bodyType && { requestBody: { required: true, content: { [bodyType]: { schema: { type: 'string' } } } } }),
    responses: {
      ...Object.fromEntries([statusCode, ...otherStatusCodes].map((code) => [code, success])),
      ...(hasDryRun && statusCode !== 200 && { 200: dryRunOf(operation, call) }),
      ...errorsOf(call, method, operation, Object.keys(parts).length > 0),
    },
  };
}

const securityOf = (method: Method, { right, credentials }: Operation) => {
  if (credentials) return credentials === 'ignored' ? [] : securityFor(method).slice(-1);
  return securityFor(method).slice(method === 'GET' && right !== 'anyone' ? 1 : 0);
};

const refer = (kind: 'headers' | 'parameters' | 'examples', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const exampleOf = ({ output, example = output.example }: Operation, call: Call): unknown =>
  typeof example === 'function' ? example(call) : example;

function contentOf(operation: Operation, call: Call) {
  const {
    output: { name, exampleName },
    mediaType,
  } = operation;
  const example = exampleOf(operation, call);
  const schema = reference(name);
  if (mediaType) return { [mediaType]: { schema, example } };
  if (!exampleName) return json(schema, example);
  return { 'application/json': { schema, examples: { [exampleName]: refer('examples', exampleName) } } };
}

/** Of a record with its changes; other results as they would be. */
const dryRunOf = (operation: Operation, call: Call) => ({
  description: 'With `dry_run=true`: the result without ids of new records. Nothing is saved.',
  content: json({ anyOf: [reference('DryRun'), reference(operation.output.name)] }, exampleOf(operation, call)),
});

/** Grouped by status code. */
function errorsOf(
  { facade, site }: Call,
  method: Method,
  { right, dryRun, problems = [], input: fields = {} }: Operation,
  hasPathParameters: boolean,
) {
  const { commonErrors, invalidFields } = errorsIn(facade);
  const isFound = !hasPathParameters || problems.some(({ statusCode }) => statusCode === 404);
  const cases = [...problems, ...(isFound ? [] : [noRoute])].map((problem) => [problem.problem, problem] as const);
  // A change without fields of its own still has a body, and `dry_run`.
  const [name = method === 'GET' || dryRun === 'undocumented' ? undefined : 'dry_run'] = Object.keys({
    ...fields,
    ...languageParam(site),
  });
  return {
    ...(name !== undefined && {
      400: requiredNames(fields).length
        ? invalidFields(fields)
        : responseOf([['invalid-params', invalidParams({ [name]: new Invalid('Invalid value.') })]], facade.errorBody),
    }),
    ...(right === 'anyone' ? { 429: commonErrors[429] } : commonErrors),
    ...responsesByStatus(cases, facade.errorBody),
    default: unexpected(facade.errorBody),
  };
}
