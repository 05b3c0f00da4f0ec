// Lanes of a row of days: each event gets one that is free on all of its days. Pure.

/** First and last day as indexes in the row, cut at its edges. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface LaneItem<Item> {
  readonly item: Item;
  readonly span: Span;
  /** Zero-based. */
  readonly lane: number;
}

/** Each item, in order, gets the topmost free lane. */
export function layOut<Item>(items: readonly Item[], spanOf: (item: Item) => Span): readonly LaneItem<Item>[] {
  const taken: Span[][] = [];
  return items.map((item) => {
    const span = spanOf(item);
    const isFree = (others: readonly Span[]) => others.every((other) => other.to < span.from || other.from > span.to);
    const free = taken.findIndex(isFree);
    const lane = free < 0 ? taken.length : free;
    taken[lane] = [...(taken[lane] ?? []), span];
    return { item, span, lane };
  });
}

/** The items on one day of the row. */
export const onDay = <Item>(laid: readonly LaneItem<Item>[], day: number): readonly LaneItem<Item>[] =>
  laid.filter(({ span }) => span.from <= day && day <= span.to);
