// Presents a row as the body of its shape. Undefined values are omitted.
import type { Call } from './call.js';
import { shapeOf } from './facade.js';
import type { Given } from './field.js';
import { holds } from './judge.js';
import type { Body, Shape, View } from './shape.js';
import type { Row } from './store.js';

export type Presented = Readonly<Record<string, unknown>>;

/** The view of list items: with `context=edit` they show the hidden values of rows that the caller may change. */
export function itemView({ model }: Pick<Shape, 'model'>, found: Given, call: Call): View {
  const changeable = model.policy.changeable(call.actor);
  return { ...call, occasion: 'item', opens: (row) => found.context === 'edit' && holds(changeable, row), found };
}

/** The view of one record that the caller may read in full: it opens that record alone, not those that it shows besides. */
export const recordView = (
  { id }: Pick<Row, 'id'>,
  call: Call,
  occasion: Exclude<View['occasion'], 'item'>,
  found: Given = {},
): View => ({ ...call, occasion, opens: (row) => row.id === id, found });

export function present(body: Body, row: Row, view: View): Presented {
  const presented: Record<string, unknown> = {};
  for (const name in body) {
    const value = body[name]?.of(row, view);
    if (value !== undefined) presented[name] = value;
  }
  return presented;
}

/** Linked records in the embedded body of their shape. */
export function presentLinked(model: string, rows: readonly Row[], view: View): readonly Presented[] {
  const { body, embedded = body } = shapeOf(view.facade, model);
  return rows.map((row) => present(embedded, row, view));
}
