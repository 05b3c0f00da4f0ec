// `x-resources` and `x-site`: the metadata from which the admin console builds lists and forms.

import type { Shape } from '../../core/shape.js';
import type { Site } from '../../core/site.js';

export const formsOf = (
  shapes: readonly Shape[],
  { languages, zone, timeFormat, tickets, geolocation, recurrence, maps: { tiles, attribution }, categoryColors }: Site,
) => ({
  'x-resources': shapes.map(resourceForm),
  'x-site': {
    languages,
    timezone: zone,
    time_format: timeFormat,
    tickets,
    geolocation,
    recurrence,
    maps: { tiles, attribution },
    category_colors: categoryColors,
  },
});

function resourceForm({ model, path, schema, fields, upload, list, only }: Shape) {
  const { name, noun, removal, policy } = model;
  const statuses = fields.status?.kind.schema.enum;
  // The first field is the name or title of a record, except for an uploaded file.
  const label = Object.keys(fields).find((field) => field !== upload);
  const parent = Object.keys(fields).find((field) => fields[field]?.pickFrom === name);
  return {
    name,
    path,
    schema,
    noun,
    input: `${schema}${only === undefined ? 'Input' : 'Update'}`,
    label,
    removal,
    ...(policy.read && { read: policy.read }),
    right: policy.change,
    ...(statuses && { statuses }),
    ...(upload && { upload }),
    ...(only !== undefined && { only: true }),
    ...(list.emptyPageAllowed && parent && { tree: parent }),
  };
}
