// The form that sends a request: a field for each parameter, a short body, and the same request as code. The curl command is
// there without a script; other languages and sending need one (`web/docs/main.ts`).
import { type Html, html, type Part } from '../html.js';
import {
  type DocsContext,
  type DocumentedOperation,
  examplesOf,
  type MediaType,
  type Parameter,
  pathBelow,
  requestBodyOf,
  resolved,
} from './document.js';
import { command } from './prose.js';

/** Credentials for requests from this page. They are never stored: a reload clears them. */
export const credentials = html`<details class="credentials"><summary>Authentication</summary>
<p>Requests from this page use your console session. To use an application password instead, enter it here:</p>
<p class="field"><label for="user">Username</label><input id="user" type="text" autocomplete="off"></p>
<p class="field"><label for="password">Application password</label><input id="password" type="password" autocomplete="off"></p>
</details>`;

/** Values of new forms: a change is a dry run until the reader says otherwise. */
const prefilled: Readonly<Record<string, string>> = { dry_run: 'true' };

function input({ name, in: location, required, schema, example }: Parameter, id: string): Html {
  const attributes = html`id="${id}" data-in="${location}" name="${name}"${required && html` required`}`;
  const control = schema.enum
    ? html`<select ${attributes}><option value=""></option>${schema.enum.map(
        (choice) => html`<option>${String(choice)}</option>`,
      )}</select>`
    : html`<input ${attributes} type="text" placeholder="${
        example === undefined ? '' : String(example)
      }" value="${prefilled[name] ?? ''}" autocomplete="off">`;
  return html`<p class="field"><label for="${id}"><code>${name}</code></label>${control}</p>\n`;
}

const maxSampleFields = 5;

/** Of the example, which has every field: the required ones, a text, and a status that publishes nothing. */
function sampleOf(content: MediaType, context: DocsContext): unknown {
  const [example = {}] = examplesOf(content, context);
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  const { required = [], properties = {} } = content.schema ? resolved(context.document, content.schema) : {};
  const fields = Object.entries(example);
  if (fields.length <= maxSampleFields) return example;
  const wanted = fields.filter(([name]) => [...required, 'description', 'status'].includes(name));
  const shown = wanted.length > 0 ? wanted : fields.slice(0, maxSampleFields);
  return Object.fromEntries(
    shown.map(([name, value]) => [
      name,
      name === 'status' && properties[name]?.enum?.includes('draft') ? 'draft' : value,
    ]),
  );
}

function bodyInput(operation: DocumentedOperation, context: DocsContext): Part {
  const content = requestBodyOf(operation, context)?.content['application/json'];
  if (!content) return undefined;
  const id = `${operation.operationId}-body`;
  const value = JSON.stringify(sampleOf(content, context), undefined, 2);
  return html`<p class="field whole"><label for="${id}">Request body (JSON)</label>
<textarea id="${id}" name="body" rows="8" spellcheck="false">${value}</textarea></p>`;
}

function curl(operation: DocumentedOperation, { server }: DocsContext): string {
  const { method } = operation;
  const options = method === 'GET' ? '' : ` -X ${method} -u 'USER:APPLICATION PASSWORD'`;
  return `curl${options} '${server}${pathBelow(operation)}'`;
}

export function tryIt(operation: DocumentedOperation, parameters: readonly Parameter[], context: DocsContext): Html {
  const { operationId, method, summary } = operation;
  const fields = parameters.map((parameter) => input(parameter, `${operationId}-${parameter.name}`));
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${pathBelow(operation)}" aria-label="Try: ${summary}">
<div class="fields">${fields}${bodyInput(operation, context)}</div>
${command(curl(operation, context), 'request')}
${method !== 'GET' && html`<p class="quiet sender" role="status"></p>`}
<p><button type="submit" disabled>Send</button><noscript>Sending needs JavaScript. The command above works without it.</noscript></p>
<div class="outcome" role="status"></div>
</form></details>`;
}
