// The documentation of one mount as an OpenAPI 3.1 document, made from the definitions that validate.
import type { Call } from '../../core/call.js';
import type { Registry } from '../../core/resource.js';
import { endpointsOf, resourcesOf } from '../endpoint.js';
import { aboutMount } from './about.js';
import { examplesOf, headers } from './answers.js';
import { requestBodiesOf } from './bodies.js';
import { formsOf } from './forms.js';
import { namespaceTag, pathsOf, tagOf } from './operations.js';
import { commonParametersOf } from './parameters.js';
import { peoplePaths, peopleSchemas } from './people.js';
import { refusalsOf } from './refusals.js';
import { sampleCall } from './sample.js';
import { schemasOf } from './schemas.js';
import { securitySchemes } from './security.js';
import { sessionPaths, sessionSchemas, sessionTag } from './session.js';

export type Document = ReturnType<typeof documentOf>;

function documentOf(whole: Registry, asked: Call) {
  const call = sampleCall(asked);
  const { profile, site } = call;
  const registry = { ...whole, resources: resourcesOf(whole, profile), managed: [] };
  const refusals = refusalsOf(endpointsOf(registry, profile), profile);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      summary: 'An event calendar',
      version: site.version,
      description: aboutMount(call).trim(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site.baseUrl + profile.prefix }],
    tags: [
      { name: namespaceTag, description: 'What is here.' },
      ...registry.resources.map((resource) => ({ name: tagOf(resource), description: resource.about })),
      ...(profile.console ? [{ name: sessionTag, description: 'Signing in and out of a browser.' }] : []),
    ],
    paths: {
      ...pathsOf({ registry, call, refusals }),
      ...(profile.console && { ...peoplePaths('Users', call), ...sessionPaths }),
    },
    components: {
      schemas: { ...schemasOf(registry, call), ...(profile.console && { ...peopleSchemas, ...sessionSchemas }) },
      parameters: commonParametersOf(profile),
      requestBodies: requestBodiesOf(registry),
      responses: refusals.responses,
      headers,
      examples: examplesOf(registry, call),
      securitySchemes,
    },
    ...(profile.console && formsOf(registry.resources, site)),
  };
}

const kept = new WeakMap<Registry, Map<string, Document>>();
/** Behind a proxy the address comes from the request, so the number of documents must have a bound. */
const mostKept = 8;

/** Kept under everything it depends on: the mount and the site. */
export function openapiOf(registry: Registry, call: Call): Document {
  const documents = kept.get(registry) ?? new Map<string, Document>();
  kept.set(registry, documents);
  const key = JSON.stringify([call.profile, call.site]);
  const known = documents.get(key);
  if (known) return known;
  const document = documentOf(registry, call);
  const [oldest] = documents.keys();
  if (documents.size >= mostKept && oldest !== undefined) documents.delete(oldest);
  documents.set(key, document);
  return document;
}
