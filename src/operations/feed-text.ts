// From rows to the text of a feed, in chunks of rows so that other requests are served in between.
import type { Context } from '../core/context.js';
import { yieldIfBusy, yieldToRequests } from '../core/event-loop.js';
import type { FeedFormat, FeedHead, FeedItems, FeedWriter } from '../core/format.js';
import { localized } from '../core/language.js';
import { present } from '../core/present.js';
import type { FeedShape, Shape, View } from '../core/shape.js';
import type { Row } from '../core/store.js';

export type FeedableShape = Shape & { readonly feed: FeedShape };

export interface FeedSource {
  readonly shape: FeedableShape;
  readonly format: FeedFormat;
  readonly context: Context;
  readonly view: View;
  /** Selects properties of bodies. */
  readonly pick: (body: unknown) => unknown;
  /** One record, shown as it is. Rows of lists may be replaced, such as dates by their series. */
  readonly isRecord?: true;
}

export type AnyItem = FeedItems[keyof FeedItems];
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
  pause: Pause = yieldIfBusy,
): Promise<readonly AnyItem[]> {
  const { shape, format, context, view, isRecord } = source;
  const hydrated = (isRecord ? undefined : await shape.feed.hydrate?.(context, rows, view.found)) ?? rows;
  const items: AnyItem[] = [];
  const toItem = itemOf[format.items];
  await inBatches(hydrated, pause, (row) => {
    items.push(toItem(source, localized(row, shape.model, context.call)));
  });
  return items;
}

/** Rows between two checks of the event loop: waiting for a promise costs as much as a short row. */
const batchRows = 8;

/** Called between two batches: `yieldToRequests` for feeds that are longer than a response. */
type Pause = () => Promise<void>;

async function inBatches<Item>(items: readonly Item[], pause: Pause, work: (item: Item) => void): Promise<void> {
  for (let at = 0; at < items.length; at += batchRows) {
    await pause();
    for (const item of items.slice(at, at + batchRows)) work(item);
  }
}

/** The text of items, between those of `writer.start` and `writer.end`. */
async function written(writer: FeedWriter<AnyItem>, items: readonly AnyItem[], pause: Pause): Promise<string> {
  let text = '';
  await inBatches(items, pause, (item) => {
    text += writer.item(item);
  });
  return text;
}

/** The type of the items follows from `items` of the format, which TypeScript cannot see here. */
const writerOf = ({ format }: FeedSource, head: FeedHead) => format.open(head) as FeedWriter<AnyItem>;

export async function feedText(source: FeedSource, head: FeedHead, items: readonly AnyItem[]): Promise<string> {
  const writer = writerOf(source, head);
  return writer.start() + (await written(writer, items, yieldIfBusy)) + writer.end();
}

/** For a feed that is too long for one text. */
export async function* feedChunks(
  source: FeedSource,
  head: FeedHead,
  chunks: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const writer = writerOf(source, head);
  yield writer.start();
  for await (const rows of chunks) {
    yield await written(writer, await itemsOf(source, rows, yieldToRequests), yieldToRequests);
  }
  yield writer.end();
}
