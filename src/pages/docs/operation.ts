// One operation: path, parameters, request body, responses with examples, and a form that sends a request.
import { type Html, html, type Part } from '../html.js';
import {
  type DocsContext,
  type DocumentedOperation,
  examplesOf,
  type OperationResponse,
  type Parameter,
  parametersOf,
  pathBelow,
  requestBodyOf,
  resolved,
} from './document.js';
import { inline, prose } from './prose.js';
import { linesOf, table, typeOf } from './schema.js';
import { tryIt } from './try-it.js';

const details = (summary: string, body: Part, open = false): Html =>
  html`<details${open && html` open`}><summary>${summary}</summary>\n${body}\n</details>\n`;

function parameterTable(parameters: readonly Parameter[], { path }: DocsContext): Part {
  const lines = parameters.map(({ name, schema, description = '', required = false }) => ({
    name,
    schema,
    about: description,
    required,
  }));
  return lines.length > 0 && details(`Parameters (${lines.length})`, table(lines, path, 'Parameters'));
}

function bodyTable(operation: DocumentedOperation, context: DocsContext): Part {
  const body = requestBodyOf(operation, context);
  const schema = body?.content['application/json']?.schema;
  if (!body || !schema) return undefined;
  const lines = linesOf(resolved(context.document, schema));
  const types = Object.keys(body.content).map((type) => html`<code>${type}</code> `);
  return details(
    `Request body (${lines.length} fields)`,
    html`<p>Content types: ${types}</p>\n${table(lines, context.path, 'Request body')}`,
  );
}

const exampleBlock = (value: unknown): Html =>
  html`<dd class="example"><p>Example</p><pre tabindex="0"><code>${JSON.stringify(value, undefined, 2)}</code></pre></dd>\n`;

/** Status code, schema and description, with the examples beside them. */
function responseRow(statusCode: string, response: OperationResponse, context: DocsContext): Html {
  const content = response.content?.['application/json'];
  const schema = content?.schema && [' ', typeOf(content.schema, context.path)];
  return html`<div class="response"><dt><code>${statusCode === 'default' ? 'Other' : statusCode}</code>${schema}</dt>
<dd><p>${inline(response.description)}</p></dd>
${content && examplesOf(content, context).map(exampleBlock)}</div>\n`;
}

function responses(operation: DocumentedOperation, context: DocsContext): Part {
  const all = Object.entries(operation.responses);
  const isError = ([statusCode]: readonly [string, unknown]) => !/^[23]/.test(statusCode);
  const rows = (some: typeof all) =>
    html`<dl>${some.map(([statusCode, response]) => responseRow(statusCode, resolved<OperationResponse>(context.document, response), context))}</dl>`;
  const errors = all.filter(isError);
  return [
    details('Response', rows(all.filter((one) => !isError(one))), true),
    errors.length > 0 && details(`Errors (${errors.length})`, rows(errors)),
  ];
}

export function operationSection(operation: DocumentedOperation, context: DocsContext): Html {
  const { operationId, summary, description, method, otherMethods } = operation;
  const parameters = parametersOf(operation, context);
  const isPublic = operation.security?.some((scheme) => Object.keys(scheme).length === 0);
  const path = new URL(context.server).pathname + pathBelow(operation);
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
<h2 id="${operationId}-title">${summary}</h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${
    otherMethods.length > 0 && html` <span class="quiet">or ${otherMethods.join(', ')}</span>`
  }</p>
<p class="quiet">${isPublic ? 'Public. Authenticated requests may return more.' : 'Requires authentication.'}</p>
${description && prose(description)}
${parameterTable(parameters, context)}
${bodyTable(operation, context)}
${responses(operation, context)}
${tryIt(operation, parameters, context)}
</section>\n`;
}

export function schemaSection(name: string, { document, path }: DocsContext): Html {
  const schema = document.components.schemas[name] ?? {};
  const lines = linesOf(schema);
  return html`<section id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}</h2>
${schema.description && prose(schema.description)}
${lines.length ? table(lines, path, name) : html`<p>${typeOf(schema, path)}</p>`}
</section>\n`;
}
