// One operation: its address, parameters, body and answers, and a form to try it with.
import { type Html, html, type Part } from '../html.js';
import { type Answer, type Body, type Content, type OpenApi, type Parameter, resolved, type Told } from './document.js';
import { inline, prose } from './prose.js';
import { linesOf, table, typeOf } from './schema.js';

export interface Context {
  readonly document: OpenApi;
  /** Path of the site. */
  readonly path: string;
  /** The mount's own address, whole. */
  readonly server: string;
}

const example = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${JSON.stringify(value, undefined, 2)}</code></pre>`;

const fold = (summary: string, body: Part): Html => html`<details><summary>${summary}</summary>\n${body}\n</details>\n`;

const parametersOf = ({ parameters = [] }: Told, { document }: Context): readonly Parameter[] =>
  parameters.map((parameter) => resolved<Parameter>(document, parameter));

function parameterTable(parameters: readonly Parameter[], { path }: Context): Part {
  const lines = parameters.map(({ name, schema, description = '', required = false }) => ({
    name,
    schema,
    about: description,
    required,
  }));
  return lines.length > 0 && fold(`Parameters (${lines.length})`, table(lines, path, 'Parameters'));
}

const bodyOf = ({ requestBody }: Told, { document }: Context): Body | undefined =>
  requestBody && resolved<Body>(document, requestBody);

function bodyTable(operation: Told, context: Context): Part {
  const body = bodyOf(operation, context);
  const schema = body?.content['application/json']?.schema;
  if (!body || !schema) return undefined;
  const lines = linesOf(resolved(context.document, schema));
  const kinds = Object.keys(body.content).map((kind) => html`<code>${kind}</code> `);
  return fold(`Body (${lines.length} fields)`, html`<p>As ${kinds}</p>\n${table(lines, context.path, 'Body')}`);
}

const shown = ({ example: one, examples = {} }: Content, { document }: Context): readonly unknown[] =>
  one !== undefined
    ? [one]
    : Object.values(examples).map((value) => resolved<{ readonly value: unknown }>(document, value as never).value);

function answerOf(statusCode: string, answer: Answer, context: Context): Html {
  const content = answer.content?.['application/json'];
  const schema = content?.schema && [' ', typeOf(content.schema, context.path)];
  return html`<dt><code>${statusCode === 'default' ? 'Otherwise' : statusCode}</code>${schema}</dt>
<dd><p>${inline(answer.description)}</p>${content && shown(content, context).map(example)}</dd>\n`;
}

function answersOf({ responses }: Told, context: Context): Part {
  const answers = Object.entries(responses).map(
    ([statusCode, answer]) => [statusCode, resolved<Answer>(context.document, answer)] as const,
  );
  const told = (of: typeof answers) =>
    html`<dl>${of.map(([statusCode, answer]) => answerOf(statusCode, answer, context))}</dl>`;
  const [well, refused] = [true, false].map((good) =>
    answers.filter(([statusCode]) => /^[23]/.test(statusCode) === good),
  );
  return [fold('Answer', told(well ?? [])), fold(`Refusals (${refused?.length})`, told(refused ?? []))];
}

function input({ name, in: place, required, schema, example: value }: Parameter, id: string): Html {
  const control = schema.enum
    ? html`<select id="${id}" data-in="${place}" name="${name}"${required && html` required`}><option value=""></option>${schema.enum.map(
        (choice) => html`<option>${String(choice)}</option>`,
      )}</select>`
    : html`<input id="${id}" data-in="${place}" name="${name}"${required && html` required`} type="text" placeholder="${
        value === undefined ? '' : String(value)
      }" autocomplete="off">`;
  return html`<p class="field"><label for="${id}"><code>${name}</code></label>${control}</p>\n`;
}

/** The example of the body: what a first try needs is there. */
function bodyInput(operation: Told, context: Context): Part {
  const content = bodyOf(operation, context)?.content['application/json'];
  if (!content) return undefined;
  const id = `${operation.operationId}-body`;
  const value = JSON.stringify(content.example ?? {}, undefined, 2);
  return html`<p class="field whole"><label for="${id}">Body, as JSON</label>
<textarea id="${id}" name="body" rows="12" spellcheck="false">${value}</textarea></p>`;
}

function curl({ method, path }: Told, { server }: Context): string {
  const credentials = method === 'GET' ? '' : ` -X ${method} -u 'USER:APPLICATION PASSWORD'`;
  return `curl${credentials} '${server}${path === '/' ? '' : path}'`;
}

function tryIt(operation: Told, parameters: readonly Parameter[], context: Context): Html {
  const { operationId, method, path, summary } = operation;
  const fields = parameters.map((parameter) => input(parameter, `${operationId}-${parameter.name}`));
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path === '/' ? '' : path}" aria-label="Try: ${summary}">
<div class="fields">${fields}${bodyInput(operation, context)}</div>
<pre tabindex="0"><code class="curl">${curl(operation, context)}</code></pre>
<p><button type="submit" disabled>Send</button><noscript>Sending needs JavaScript; the command above does not.</noscript></p>
<div class="outcome" role="status"></div>
</form></details>`;
}

export function operationSection(operation: Told, context: Context): Html {
  const { operationId, summary, description, method, alike, path } = operation;
  const parameters = parametersOf(operation, context);
  const open = operation.security?.some((way) => Object.keys(way).length === 0);
  const address = new URL(context.server).pathname + (path === '/' ? '' : path);
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
<h2 id="${operationId}-title">${summary}</h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${address}</code>${
    alike.length > 0 && html` <span class="quiet">or ${alike.join(', ')}</span>`
  }</p>
<p class="quiet">${open ? 'Open to everybody; who is signed in may see more.' : 'For those who are signed in.'}</p>
${description && prose(description)}
${parameterTable(parameters, context)}
${bodyTable(operation, context)}
${answersOf(operation, context)}
${tryIt(operation, parameters, context)}
</section>\n`;
}

export function schemaSection(name: string, { document, path }: Context): Html {
  const schema = document.components.schemas[name] ?? {};
  const lines = linesOf(schema);
  return html`<section id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}</h2>
${schema.description && prose(schema.description)}
${lines.length ? table(lines, path, name) : html`<p>${typeOf(schema, path)}</p>`}
</section>\n`;
}
