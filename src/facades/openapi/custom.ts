// The operations of custom endpoints, which carry their own documentation.
import type { Call } from '../../core/call.js';
import { type CustomOperation, type Endpoint, endpointsOf, type Method, methodsOf } from '../../core/facade.js';
import type { Fields } from '../../core/field.js';
import { Invalid, invalidParams, type Problem } from '../../core/problem.js';
import { reference, type Schema } from '../../core/schema.js';
import { languageParam } from '../language.js';
import { bodyOf, errorsIn, json } from './account.js';
import { responseOf } from './errors.js';
import { templateOf } from './operations.js';
import { commonParameters, queryParameters } from './parameters.js';
import { requiredNames } from './schemas.js';
import { securityFor } from './security.js';

const customOf = ({ facade, site }: Call): readonly Endpoint[] =>
  endpointsOf(facade, site).filter(({ operations }) => operations !== undefined);

const operationsOf = (call: Call): readonly CustomOperation[] =>
  customOf(call).flatMap(({ operations = {} }) => Object.values(operations));

/** The tags that no resource has. */
export const customTags = (call: Call, known: readonly string[]) => [
  ...new Map(
    operationsOf(call)
      .filter(({ tag }) => !known.includes(tag.name))
      .map(({ tag }) => [tag.name, tag] as const),
  ).values(),
];

export const customSchemas = (call: Call): Readonly<Record<string, Schema>> =>
  Object.fromEntries(operationsOf(call).map(({ schemaName, schema }) => [schemaName, schema]));

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

function documented(call: Call, { takes, parts = {} }: Endpoint, method: Method, operation: CustomOperation) {
  const { operationId, summary, description, tag, statusCode = 200, schemaName, schema, example } = operation;
  const fields = takes?.[method] ?? {};
  // A DELETE has a body only for secrets, which must not be in a URL.
  const { mediaType, bodyType, otherStatusCodes = [] } = operation;
  const hasBody =
    !bodyType && method !== 'GET' && Object.values(fields).some(({ bodyOnly }) => method !== 'DELETE' || bodyOnly);
  const anyone = operation.right === 'anyone';
  const success = {
    description: schema.description ?? `${summary}.`,
    content: mediaType
      ? { [mediaType]: { schema: reference(schemaName), example } }
      : json(reference(schemaName), example),
  };
  const hasDryRun = call.facade.console && method !== 'GET' && !bodyType && !operation.noDryRun;
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag.name],
    security: securityFor(method).slice(method === 'GET' && !anyone ? 1 : 0),
    parameters: [
      ...Object.entries(parts).map(([name, part]) => ({ name, in: 'path', required: true, ...part })),
      ...(hasBody ? [] : queryParameters(fields)),
      ...queryParameters(languageParam(call.site)),
      ...(hasDryRun && !('dry_run' in fields) ? [commonParameters.DryRun] : []),
    ],
    ...(hasBody && { requestBody: bodyOf(fields) }),
    ...(bodyType && { requestBody: { required: true, content: { [bodyType]: { schema: { type: 'string' } } } } }),
    responses: {
      ...Object.fromEntries([statusCode, ...otherStatusCodes].map((code) => [code, success])),
      ...(hasDryRun && statusCode !== 200 && { 200: dryRunOf(operation) }),
      ...errorsOf(call, method, fields, operation),
    },
  };
}

/** Of a record with its changes; other results as they would be. */
const dryRunOf = ({ schemaName, example }: CustomOperation) => ({
  description: 'With `dry_run=true`: the result without ids of new records. Nothing is saved.',
  content: json({ anyOf: [reference('DryRun'), reference(schemaName)] }, example),
});

/** Grouped by status code. */
function errorsOf({ facade }: Call, method: Method, fields: Fields, { right, problems = [] }: CustomOperation) {
  const { commonErrors, invalidFields } = errorsIn(facade);
  const byStatus = new Map<number, Problem[]>();
  for (const problem of problems)
    byStatus.set(problem.statusCode, [...(byStatus.get(problem.statusCode) ?? []), problem]);
  // A change without fields of its own still has a body, and `dry_run`.
  const [name = method === 'GET' ? undefined : 'dry_run'] = Object.keys(fields);
  return {
    ...(name !== undefined && {
      400: requiredNames(fields).length
        ? invalidFields(fields)
        : responseOf([['invalid-params', invalidParams({ [name]: new Invalid('Invalid value.') })]], facade.errorBody),
    }),
    ...(right === 'anyone' ? { 429: commonErrors[429] } : commonErrors),
    ...Object.fromEntries(
      [...byStatus].map(([statusCode, all]) => [
        statusCode,
        responseOf(
          all.map((problem) => [problem.problem, problem] as const),
          facade.errorBody,
        ),
      ]),
    ),
  };
}
