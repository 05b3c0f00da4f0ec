// Presents a row as the body of its shape. Undefined values are omitted.
import { shapeOf } from './facade.js';
import type { Body, View } from './shape.js';
import type { Row } from './store.js';

export type Presented = Readonly<Record<string, unknown>>;

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
