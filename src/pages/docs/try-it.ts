// The form that sends a request: a field for each parameter, the body with its example, and the same request as a curl
// command. The command is there without a script; sending needs one (`web/docs/main.ts`).
import { type Html, html, type Part } from '../html.js';
import { type DocsContext, type DocumentedOperation, type Parameter, pathBelow, requestBodyOf } from './document.js';

/** Credentials for requests from this page. They are never stored: a reload clears them. */
export const credentials = html`<details class="credentials"><summary>Authentication</summary>
<p>Requests from this page use your console session. To use an application password instead, enter it here:</p>
<p class="field"><label for="user">Username</label><input id="user" type="text" autocomplete="off"></p>
<p class="field"><label for="password">Application password</label><input id="password" type="password" autocomplete="off"></p>
</details>`;

function input({ name, in: location, required, schema, example }: Parameter, id: string): Html {
  const attributes = html`id="${id}" data-in="${location}" name="${name}"${required && html` required`}`;
  const control = schema.enum
    ? html`<select ${attributes}><option value=""></option>${schema.enum.map(
        (choice) => html`<option>${String(choice)}</option>`,
      )}</select>`
    : html`<input ${attributes} type="text" placeholder="${
        example === undefined ? '' : String(example)
      }" autocomplete="off">`;
  return html`<p class="field"><label for="${id}"><code>${name}</code></label>${control}</p>\n`;
}

function bodyInput(operation: DocumentedOperation, context: DocsContext): Part {
  const content = requestBodyOf(operation, context)?.content['application/json'];
  if (!content) return undefined;
  const id = `${operation.operationId}-body`;
  const value = JSON.stringify(content.example ?? {}, undefined, 2);
  return html`<p class="field whole"><label for="${id}">Request body (JSON)</label>
<textarea id="${id}" name="body" rows="12" spellcheck="false">${value}</textarea></p>`;
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
<pre tabindex="0"><code class="curl">${curl(operation, context)}</code></pre>
<p><button type="submit" disabled>Send</button><noscript>Sending needs JavaScript. The command above works without it.</noscript></p>
<div class="outcome" role="status"></div>
</form></details>`;
}
