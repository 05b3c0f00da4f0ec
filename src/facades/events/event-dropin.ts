// Events as existing clients of the drop-in API know them: no key for the parent, the slug of the series at each of its dates,
// and no error for a `recurrence` of another calendar.
import type { AnyField } from '../../core/field.js';
import { ifValid } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import type { EventRow } from '../../models/event/columns.js';
import { sharedSlug } from '../../models/event/series/slugs.js';
import { out, text } from './outputs.js';
import { seriesFields } from './series.js';
import { withoutNative } from './status.js';
import { undocumented } from './undocumented.js';

/** A value that the kind does not understand counts as not given, like that of an unknown parameter. */
const lenient = (field: AnyField): AnyField => ({
  ...field,
  kind: {
    ...field.kind,
    read: (input, call) => ifValid(() => field.kind.read(input, call)),
  },
});

export function dropinEventShape(given: Shape): Shape {
  const shape = withoutNative(given);
  const { parent } = shape.body;
  const { recurrence } = seriesFields;
  return {
    ...shape,
    fields: { ...shape.fields, ...undocumented({ ...(recurrence && { recurrence: lenient(recurrence) }) }) },
    body: { ...shape.body, slug: out<EventRow>(text, sharedSlug), ...undocumented({ ...(parent && { parent }) }) },
  };
}
