// One operation: its address, parameters, body and answers, and a form to try it with.
import { escapeHtml } from '../html.js';
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

const example = (value: unknown): string =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, undefined, 2))}</code></pre>`;

const fold = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(summary)}</summary>\n${body}\n</details>`;

const parametersOf = ({ parameters = [] }: Told, { document }: Context): readonly Parameter[] =>
  parameters.map((parameter) => resolved<Parameter>(document, parameter));

function parameterTable(parameters: readonly Parameter[], { path }: Context): string {
  if (!parameters.length) return '';
  const lines = parameters.map(({ name, schema, description = '', required = false }) => ({
    name,
    schema,
    about: description,
    required,
  }));
  return fold(`Parameters (${parameters.length})`, table(lines, path, 'Parameters'));
}

const bodyOf = ({ requestBody }: Told, { document }: Context): Body | undefined =>
  requestBody && resolved<Body>(document, requestBody);

function bodyTable(operation: Told, context: Context): string {
  const body = bodyOf(operation, context);
  const schema = body?.content['application/json']?.schema;
  if (!body || !schema) return '';
  const lines = linesOf(resolved(context.document, schema));
  const kinds = Object.keys(body.content).map((kind) => `<code>${escapeHtml(kind)}</code>`);
  return fold(`Body (${lines.length} fields)`, `<p>As ${kinds.join(', ')}.</p>\n${table(lines, context.path, 'Body')}`);
}

const shown = ({ example: one, examples = {} }: Content, { document }: Context): readonly unknown[] =>
  one !== undefined
    ? [one]
    : Object.values(examples).map((value) => resolved<{ readonly value: unknown }>(document, value as never).value);

function answerOf(http: string, answer: Answer, context: Context): string {
  const content = answer.content?.['application/json'];
  const schema = content?.schema ? ` ${typeOf(content.schema, context.path)}` : '';
  const title = http === 'default' ? 'Otherwise' : http;
  return `<dt><code>${escapeHtml(title)}</code>${schema}</dt><dd><p>${inline(answer.description)}</p>${
    content ? shown(content, context).map(example).join('\n') : ''
  }</dd>`;
}

function answersOf({ responses }: Told, context: Context): string {
  const answers = Object.entries(responses).map(
    ([http, answer]) => [http, resolved<Answer>(context.document, answer)] as const,
  );
  const told = (of: typeof answers) =>
    `<dl>${of.map(([http, answer]) => answerOf(http, answer, context)).join('\n')}</dl>`;
  const well = answers.filter(([http]) => /^[23]/.test(http));
  const refused = answers.filter(([http]) => !/^[23]/.test(http));
  return fold('Answer', told(well)) + fold(`Refusals (${refused.length})`, told(refused));
}

function input(parameter: Parameter, id: string): string {
  const { name, in: place, required, schema, example: value } = parameter;
  const field = `id="${escapeHtml(id)}" data-in="${place}" name="${escapeHtml(name)}"${required ? ' required' : ''}`;
  const control = schema.enum
    ? `<select ${field}><option value=""></option>${schema.enum
        .map((choice) => `<option>${escapeHtml(String(choice))}</option>`)
        .join('')}</select>`
    : `<input ${field} type="text" placeholder="${escapeHtml(value === undefined ? '' : String(value))}" autocomplete="off">`;
  return `<p class="field"><label for="${escapeHtml(id)}"><code>${escapeHtml(name)}</code></label>${control}</p>`;
}

/** The example of the body: what a first try needs is there. */
function bodyInput(operation: Told, context: Context): string {
  const content = bodyOf(operation, context)?.content['application/json'];
  if (!content) return '';
  const id = `${operation.operationId}-body`;
  const value = JSON.stringify(content.example ?? {}, undefined, 2);
  return `<p class="field whole"><label for="${id}">Body, as JSON</label><textarea id="${id}" name="body" rows="12" spellcheck="false">${escapeHtml(value)}</textarea></p>`;
}

function curl({ method, path }: Told, { server }: Context): string {
  const credentials = method === 'GET' ? '' : " -u 'USER:APPLICATION PASSWORD'";
  return `curl${method === 'GET' ? '' : ` -X ${method}`}${credentials} '${server}${path === '/' ? '' : path}'`;
}

function tryIt(operation: Told, parameters: readonly Parameter[], context: Context): string {
  const { operationId, method, path } = operation;
  const fields = parameters.map((parameter) => input(parameter, `${operationId}-${parameter.name}`));
  return `<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${escapeHtml(path === '/' ? '' : path)}" aria-label="Try: ${escapeHtml(operation.summary)}">
<div class="fields">${fields.join('\n')}${bodyInput(operation, context)}</div>
<pre tabindex="0"><code class="curl">${escapeHtml(curl(operation, context))}</code></pre>
<p class="acts"><button type="submit" disabled>Send</button><noscript>Sending needs JavaScript; the command above does not.</noscript></p>
<div class="outcome" role="status"></div>
</form></details>`;
}

export function operationSection(operation: Told, context: Context): string {
  const { operationId, summary, description, method, alike, path } = operation;
  const parameters = parametersOf(operation, context);
  const others = alike.length ? ` <span class="quiet">or ${alike.join(', ')}</span>` : '';
  const open = operation.security?.some((way) => Object.keys(way).length === 0);
  const mount = new URL(context.server).pathname;
  return `<section id="${escapeHtml(operationId)}" aria-labelledby="${escapeHtml(operationId)}-title">
<h2 id="${escapeHtml(operationId)}-title">${escapeHtml(summary)}</h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(mount + (path === '/' ? '' : path))}</code>${others}</p>
<p class="quiet">${open ? 'Open to everybody; who is signed in may see more.' : 'For those who are signed in.'}</p>
${description ? prose(description) : ''}
${parameterTable(parameters, context)}
${bodyTable(operation, context)}
${answersOf(operation, context)}
${tryIt(operation, parameters, context)}
</section>`;
}

export const schemaSection = (name: string, { document, path }: Context): string => {
  const schema = document.components.schemas[name] ?? {};
  const lines = linesOf(schema);
  return `<section id="${escapeHtml(name)}" aria-labelledby="${escapeHtml(name)}-title">
<h2 id="${escapeHtml(name)}-title">${escapeHtml(name)}</h2>
${schema.description ? prose(schema.description) : ''}
${lines.length ? table(lines, path, name) : `<p>${typeOf(schema, path)}</p>`}
</section>`;
};
