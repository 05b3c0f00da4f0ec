// What the document says in words about the mount as a whole.
import type { Call } from '../../core/call.js';

const beside = `## Beside the calendar

Clients that look around find a little of the platform's own namespace at \`/wp-json/wp/v2\`: \`users/me\`, \`types\`,
\`settings\` (for administrators) and \`tags\`, which are those of the calendar.

`;

const forms = `## Forms

- \`x-input\` on the properties of an input tells how a person enters them (widget, label, help, group), \`x-resources\`
  what a list and a form of each resource need, \`x-site\` what the site has.
- With \`context=edit\` a record that the caller may change comes with \`_input\`: what a change takes, as it is now.
  Sending it back, also with \`context=edit\`, changes nothing: only what stands otherwise than there counts as given.
  Of fields that say the same (\`same\` in \`x-input\`) a form has one, and the others follow it.
- \`_preview=true\` with a change answers what would become of it, and nothing of it is kept.

`;

export const aboutMount = ({ facade, site }: Call): string => `
A calendar as JSON over HTTP: this is the ${facade.name} mount, at \`${facade.prefix}\`.

## Requests

- Bodies are JSON or forms (\`application/x-www-form-urlencoded\` or \`multipart/form-data\`, with \`name[]=\` for lists
  and \`name[key]=\` for objects), at most 1 MiB; 20 MiB where files are sent. The fields of a change may also stand in
  the query; the body wins.
- Lists in a query are comma-separated, or repeated as \`name[]=\`; they hold at most 100 items.
- A POST may stand for another method with \`X-HTTP-Method-Override\` or \`_method\`.
- Every address also answers HEAD, and OPTIONS with a description of its parameters.

## Answers

- Lists hold ${site.perPage} records to a page unless \`per_page\` says otherwise, and at most ${facade.maxPerPage}.
- Every GET has a strong \`ETag\`. \`If-None-Match\` saves a transfer, \`If-Match\` saves others' changes.
- \`_fields\` picks keys, so an answer may hold fewer than its schema requires; \`_envelope\` puts status and headers
  into the body.
- Answers may be compressed with brotli or gzip.

## Dates

Without a zone, dates are clock readings in the zone of the record or, for publication dates and list parameters,
of the site (${site.zone}). ${
  facade.offsets === 'honour'
    ? 'An offset in a written date is honoured: the time is converted to the zone of the record.'
    : 'An offset in a written date is ignored: the clock reading is kept.'
}

${facade.console ? forms : ''}${facade.name === 'dropin' ? beside : ''}## Refusals

One shape for all: see the schema Error. ${
  facade.reportsWrongMethod
    ? 'A known address with a method that it does not know is 405 with `Allow`.'
    : 'A known address with a method that it does not know is 404.'
} Too many failed sign-ins or changes are 429 with \`Retry-After\`.
`;
