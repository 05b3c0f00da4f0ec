// The OpenAPI 3.1 document of a facade, generated from the same definitions that validate requests.
import { LRUCache } from 'lru-cache';
import type { Call } from '../../core/call.js';
import type { Facade } from '../../core/facade.js';
import { introductionOf } from './about.js';
import { requestBodiesOf } from './bodies.js';
import { shareComponents } from './components.js';
import { customPaths, customSchemas, customTags } from './custom.js';
import { formsOf } from './forms.js';
import { namespaceTag, pathsOf, tagOf } from './operations.js';
import { dryRunSchema, examplesOf, headersOf } from './responses.js';
import { sampleCall } from './sample.js';
import { schemasOf } from './schemas.js';
import { feedSecurityScheme, securitySchemes } from './security.js';

export type Document = ReturnType<typeof documentOf>;

function documentOf(requested: Call) {
  const call = sampleCall(requested);
  const { facade, site } = call;
  const { shapes } = facade;
  const { paths, components } = shareComponents({
    ...pathsOf(call),
    ...customPaths(call),
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      summary: 'Event calendar API',
      version: site.version,
      description: introductionOf(call).trim(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site.baseUrl + facade.prefix }],
    tags: [
      { name: namespaceTag, description: 'Routes of the API and this document.' },
      ...shapes.map((shape) => ({ name: tagOf(shape), description: shape.about })),
      ...customTags(call, shapes.map(tagOf)),
    ],
    paths,
    components: {
      schemas: {
        ...schemasOf(call),
        ...customSchemas(call),
        ...(facade.console && { DryRun: dryRunSchema }),
      },
      ...components,
      requestBodies: requestBodiesOf(shapes),
      headers: headersOf(facade),
      examples: examplesOf(call),
      securitySchemes: { ...securitySchemes, ...(facade.console && feedSecurityScheme) },
    },
    ...(facade.console && formsOf(shapes, site)),
  };
}

/** Behind a proxy the base URL comes from the request, so the number of cached documents is bounded. */
const maxDocuments = 8;
const documents = new WeakMap<Facade, LRUCache<string, Document>>();

/** The document of the call, cached by everything that it depends on: the facade and the site. */
export function openapiOf(call: Call): Document {
  const cached = documents.get(call.facade) ?? new LRUCache<string, Document>({ max: maxDocuments });
  documents.set(call.facade, cached);
  const key = JSON.stringify(call.site);
  const document = cached.get(key) ?? documentOf(call);
  cached.set(key, document);
  return document;
}
