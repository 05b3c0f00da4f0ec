// Navigation of the documentation, with its search. Every page links to every operation and schema; the groups of other
// pages are hidden until a search matches (`web/docs/search.ts`), so that searching sends no request.
import { type Html, html } from '../html.js';
import { type DocsContext, operationsOf, parametersOf, pathBelow, type Tag, tagPath } from './document.js';

interface Entry {
  readonly label: string;
  readonly id: string;
  /** Further search terms: method, path and parameters, or the properties of a schema. */
  readonly keywords: readonly string[];
}

const operationEntries = (tag: Tag, context: DocsContext): readonly Entry[] =>
  operationsOf(context.document, tag.name).map((operation) => ({
    label: operation.summary,
    id: operation.operationId,
    keywords: [
      operation.method,
      ...operation.otherMethods,
      new URL(context.server).pathname + pathBelow(operation),
      ...parametersOf(operation, context).map(({ name }) => name),
    ],
  }));

const schemaEntries = ({ document }: DocsContext): readonly Entry[] =>
  Object.entries(document.components.schemas).map(([name, { properties = {} }]) => ({
    label: name,
    id: name,
    keywords: Object.keys(properties),
  }));

function group(label: string, href: string, entries: readonly Entry[], isCurrent: boolean): Html {
  const links = entries.map(
    ({ label: text, id, keywords }) =>
      html`<li><a href="${href}#${id}" data-keywords="${keywords.join(' ')}">${text}</a></li>\n`,
  );
  return html`<li class="group"><a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a>
${links.length > 0 && html`<ul${!isCurrent && html` hidden`}>${links}</ul>`}</li>\n`;
}

const search = html`<div class="search" role="search" hidden><label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Endpoint, field, schema" aria-describedby="search-status">
<p id="search-status" role="status"></p></div>`;

/** `current` is the path of the open page below the site's. */
export function navigation(context: DocsContext, current: string): Html {
  const { document, path } = context;
  const to = (label: string, below: string, entries: readonly Entry[] = []) =>
    group(label, path + below, entries, below === current);
  return html`<nav aria-label="Documentation">
${search}
<ul class="groups">
${to('Introduction', '/docs')}${document.tags.map((tag) => to(tag.name, tagPath(tag), operationEntries(tag, context)))}${to('Schemas', '/docs/schemas', schemaEntries(context))}
</ul></nav>`;
}
