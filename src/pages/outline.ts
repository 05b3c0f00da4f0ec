// The documentation as a plain page, for when the interactive one has no script: every operation in one table.
import { escapeHtml } from './html.js';

/** As much of the document as the outline shows. */
export interface Outlined {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly summary: string; readonly tags: readonly string[] }>>>
  >;
}

export function outline({ tags, paths }: Outlined, address: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const rows = operations
      .filter((operation) => operation.tags.includes(name))
      .map(({ method, path, summary }) =>
        [`<code>${method}</code>`, `<code>${escapeHtml(path)}</code>`, escapeHtml(summary)]
          .map((cell) => `<td>${cell}</td>`)
          .join(''),
      );
    return `<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
<table>${rows.map((row) => `<tr>${row}</tr>`).join('\n')}</table>`;
  });
  return `<main>
<h1>Documentation</h1>
<p class="lead">All routes at a glance. Parameters, bodies and examples are in the
<a href="${escapeHtml(address)}">OpenAPI document</a>.</p>
${sections.join('\n')}
</main>`;
}
