// The operations of endpoints that compute their response from the parameters alone.
import type { Call } from '../../core/call.js';
import { endpointsOf, methodsOf } from '../../core/facade.js';
import { readFields } from '../../core/field.js';
import { reference, type Schema } from '../../core/schema.js';
import { languageParam } from '../language.js';
import { bodyOf, errorsIn, json } from './account.js';
import { queryParameters } from './parameters.js';
import { exampleInput } from './sample.js';
import { securityFor } from './security.js';

const computedOf = ({ facade, site }: Call) =>
  endpointsOf(facade, site).flatMap(({ compute, ...endpoint }) => (compute ? [{ ...endpoint, compute }] : []));

export const computedSchemas = (call: Call): Readonly<Record<string, Schema>> =>
  Object.fromEntries(computedOf(call).map(({ compute: { schemaName, schema } }) => [schemaName, schema]));

export function computedPaths(call: Call) {
  const { commonErrors, invalidFields } = errorsIn(call.facade);
  const paths = computedOf(call).map(({ path, actions, takes, compute }) => {
    const { operationId, summary, description, tag, schemaName, schema, run } = compute;
    const operations = methodsOf({ actions }).map((method) => {
      const fields = takes?.[method] ?? {};
      const { given } = readFields(fields, exampleInput(fields), call, true);
      const operation = {
        operationId,
        summary,
        description,
        tags: [tag],
        security: securityFor(method),
        parameters: queryParameters(languageParam(call.site)),
        requestBody: bodyOf(fields),
        responses: {
          200: { description: schema.description ?? summary, content: json(reference(schemaName), run(given, call)) },
          400: invalidFields(fields),
          ...commonErrors,
        },
      };
      return [method.toLowerCase(), operation] as const;
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return Object.fromEntries(paths);
}
