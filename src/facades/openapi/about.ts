// The introduction of the document, in Markdown.
import type { Call } from '../../core/call.js';

const wordpress = `## WordPress endpoints

Clients that expect WordPress find some of its endpoints at \`/wp-json/wp/v2\`, such as \`users/me\`, \`types\`,
\`settings\` (administrators only) and \`tags\`, which are the tags of the calendar.

`;

const forms = `## Forms

- \`x-input\` on a property describes its form control: widget, label, help and group. \`x-resources\` describes the
  list and form of each resource, \`x-site\` the settings of the site.
- With \`context=edit\`, a record that the caller may edit contains \`_input\`: the current values of the fields that an
  update accepts. Sending it back with \`context=edit\` changes nothing: only fields that differ from it are updated.
  If several fields set the same value (\`same\` in \`x-input\`), \`_input\` contains one of them and the others follow.
- \`dry_run=true\` on a change returns its result without saving it, with the header \`X-Dry-Run: 1\` and the fields that
  would change in \`changes\`.

`;

export const introductionOf = ({ facade, site }: Call): string => `
The calendar as JSON over HTTP, at \`${facade.prefix}\`.

## Requests

- Request bodies are JSON or forms (\`application/x-www-form-urlencoded\` or \`multipart/form-data\`, with \`name[]=\` for
  arrays and \`name[key]=\` for objects). The size limit is 1 MiB, or 20 MiB for file uploads. Fields of a change can
  also be query parameters; the body takes precedence.
- Lists in the query are comma-separated or repeated as \`name[]=\`, with up to 100 items.
- A POST request can replace another method with \`X-HTTP-Method-Override\` or \`_method\`.
- Every URL also supports HEAD, and OPTIONS, which describes its parameters.

## Responses

- Lists return ${site.perPage} records per page. Set \`per_page\` for up to ${facade.maxPerPage}.
- Every GET response has a strong \`ETag\`. Send it as \`If-None-Match\` to skip unchanged responses, or as \`If-Match\`
  to avoid overwriting changes of others.
- \`_fields\` selects properties, so that a response can have fewer than its schema requires. \`_envelope\` puts status
  and headers into the body.
- Responses can be compressed with brotli or gzip.

## Dates

Dates without an offset are in the time zone of the record. Publication dates and list parameters are in the time zone
of the site (${site.zone}). ${
  facade.offsets === 'honour'
    ? 'A date with an offset is converted to the time zone of the record.'
    : 'The offset of a date is ignored: its clock time is used.'
}

${facade.console ? forms : ''}${facade.name === 'dropin' ? wordpress : ''}## Errors

Every error response has the schema Error. ${
  facade.reportsWrongMethod
    ? 'An unsupported method returns 405 with an `Allow` header.'
    : 'An unsupported method returns 404.'
} Too many failed sign-ins or changes return 429 with a \`Retry-After\` header.
`;
