// Events side by side in a row of days: each gets a lane that is free on all of its days. Pure.

/** Days by their place in the row; what began before it or ends after it reaches its edges. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface LaneItem<Item> {
  readonly item: Item;
  readonly span: Span;
  /** From 0 on. */
  readonly lane: number;
}

/** Items keep their order: the first that comes gets the uppermost lane that is free. */
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

/** Those of the row's items that touch a day. */
export const onDay = <Item>(laid: readonly LaneItem<Item>[], day: number): readonly LaneItem<Item>[] =>
  laid.filter(({ span }) => span.from <= day && day <= span.to);
