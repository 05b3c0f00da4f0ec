// From rows to the text of a feed, in chunks of rows so that other requests are served in between.
import type { Context } from '../core/context.js';
import type { FeedFormat, FeedHead, FeedItems } from '../core/format.js';
import { localized } from '../core/language.js';
import { present } from '../core/present.js';
import type { FeedShape, Shape, View } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { yieldIfBusy } from './event-loop.js';

export type FeedableShape = Shape & { readonly feed: FeedShape };

export interface FeedSource {
  readonly shape: FeedableShape;
  readonly format: FeedFormat;
  readonly context: Context;
  readonly view: View;
  /** Selects properties of bodies. */
  readonly pick: (body: unknown) => unknown;
}

type ItemOf = { readonly [Kind in keyof FeedItems]: (source: FeedSource, row: Row) => FeedItems[Kind] };

const itemOf: ItemOf = {
  entries: ({ shape, view }, row) => shape.feed.entry(row, view),
  bodies: ({ shape, view, pick }, row) => pick(present(shape.body, row, view)),
  data: ({ shape, view }, row) => shape.feed.data(row, view),
  cells: ({ shape, view }, row) => shape.feed.cells(row, view),
};

/** The rows as the items of the format, with what they show of other rows. */
export async function itemsOf(
  source: FeedSource,
  rows: readonly Row[],
): Promise<readonly FeedItems[keyof FeedItems][]> {
  const { shape, format, context, view } = source;
  const completed = (await shape.feed.complete?.(context, rows, view.found)) ?? rows;
  const items = [];
  for (const row of completed) {
    await yieldIfBusy();
    items.push(itemOf[format.items](source, localized(row, shape.model, context.call)));
  }
  return items;
}

export async function* textOf(
  source: FeedSource,
  head: FeedHead,
  chunks: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  const writer = source.format.open(head);
  yield writer.start();
  for await (const rows of chunks) {
    let text = '';
    for (const item of await itemsOf(source, rows)) {
      await yieldIfBusy();
      text += writer.item(item as FeedItems[keyof FeedItems] & object);
    }
    yield text;
  }
  yield writer.end();
}
