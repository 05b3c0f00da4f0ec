// The first page of the documentation: quick start, authentication, the document's description, and an index of all
// operations, which needs no script.
import { type Html, html } from '../html.js';
import { type DocsContext, operationsOf, pathBelow, type Tag, tagPath } from './document.js';
import { command, prose } from './prose.js';

const quickStart = ({ server, path }: DocsContext): Html => html`<h2 id="quick-start">Quick start</h2>
<h3>1. Send a first request</h3>
<p>Published events are public. List the next three:</p>
${command(`curl '${server}/events?per_page=3'`)}
<h3>2. Get an application password</h3>
<p>Creating and changing records requires authentication. Create an application password in the <a href="${path}/admin/account">console</a>.</p>
<h3>3. Create an event</h3>
${command(`curl -u 'USER:APPLICATION PASSWORD' '${server}/events' \\
  -d title='Harvest Fair' -d start_date='next saturday 10am' -d end_date='next saturday 6pm'`)}
<p>The response is the new event. Its <code>url</code> is its page in the <a href="${path}/">public calendar</a>.</p>\n`;

const authentication = ({ server }: DocsContext): Html => html`<h2 id="authentication">Authentication</h2>
<p>Every request acts as one user, with the permissions of their role. Requests without credentials see what is public. Three ways to authenticate:</p>
<dl class="ways">
<dt>Application password</dt>
<dd><p>HTTP Basic authentication with a username and an application password. Spaces in the password are ignored.</p>
${command(`curl -u 'USER:APPLICATION PASSWORD' '${server}/users/me'`)}</dd>
<dt>Bearer token</dt>
<dd><p>The application password alone, without a username.</p>
${command(`curl -H 'Authorization: Bearer APPLICATION PASSWORD' '${server}/users/me'`)}</dd>
<dt>Session</dt>
<dd><p>For browsers: <code>POST /session</code> with the sign-in password sets a cookie. Requests that change something also need the header <code>X-CSRF-Token</code> with the token from <code>GET /session</code>.</p></dd>
</dl>
<p>Wrong credentials are an error (401), also where no credentials are required.</p>\n`;

function tagCard(tag: Tag, { document, path }: DocsContext): Html {
  const links = operationsOf(document, tag.name).map(
    (operation) =>
      html`<li><a href="${path}${tagPath(tag)}#${operation.operationId}">${operation.summary}</a> <code>${operation.method} ${pathBelow(operation) || '/'}</code></li>\n`,
  );
  return html`<li><a class="card-title" href="${path}${tagPath(tag)}">${tag.name}</a> <p>${tag.description}</p>
<ul>${links}</ul></li>\n`;
}

export function introduction(context: DocsContext): Html {
  const { document, server, path } = context;
  const [summary, ...description] = prose(document.info.description);
  return html`<h1>API documentation</h1>
${summary}
<p class="lead">Base URL: <code>${server}</code></p>
${quickStart(context)}
${authentication(context)}
${description}
<h2 id="reference">Reference</h2>
<ul class="cards">${document.tags.map((tag) => tagCard(tag, context))}
<li><a class="card-title" href="${path}/docs/schemas">Schemas</a> <p>Request and response bodies.</p></li></ul>`;
}
