// Fields and keys that existing clients do not know.
import type { Output, View } from '../../core/shape.js';

/** Editors see more than existing clients know. */
const isShown = ({ facade, found }: View): boolean => facade.console || found.context === 'edit';

/** A key that existing clients see with `context=edit` only. */
export const unlessPlain = ({ schema, of }: Output): Output => ({
  schema,
  of: (row, view) => (isShown(view) ? of(row, view) : undefined),
});

/** The same fields or keys without documentation, for facades whose clients do not know them. */
export const undocumented = <Item extends object>(items: Readonly<Record<string, Item>>) =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [name, { ...item, undocumented: true as const }]));
