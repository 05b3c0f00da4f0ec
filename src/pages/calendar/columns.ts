// Events of one day side by side in columns of a time grid. Pure; times are quarter hours from midnight.

export const quartersOfDay = 96;

export interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface Placed<Item> {
  readonly item: Item;
  readonly range: Range;
  /** Zero-based. */
  readonly column: number;
  /** Number of columns covered: its own and the free ones to the right. */
  readonly width: number;
  /** Number of columns at this time. */
  readonly columns: number;
}

/** Overlapping items without a column, and the time range of all of them. */
export interface Omitted<Item> {
  readonly items: readonly Item[];
  readonly range: Range;
}

export interface Columns<Item> {
  readonly placed: readonly Placed<Item>[];
  readonly omitted: readonly Omitted<Item>[];
}

interface Timed<Item> {
  readonly item: Item;
  readonly range: Range;
}

const byStart = (a: Timed<unknown>, b: Timed<unknown>): number =>
  a.range.from - b.range.from || b.range.to - a.range.to;

export const overlap = (a: Range, b: Range): boolean => a.from < b.to && b.from < a.to;

/** Groups of items that overlap, directly or through others; expects them by start. */
function overlapping<Item>(items: readonly Timed<Item>[]): readonly (readonly Timed<Item>[])[] {
  const groups: Timed<Item>[][] = [];
  let end = 0;
  for (const one of items) {
    if (groups.length === 0 || one.range.from >= end) groups.push([]);
    groups.at(-1)?.push(one);
    end = Math.max(end, one.range.to);
  }
  return groups;
}

/** Each item in the first column that is free when it starts. */
function columnsOf(items: readonly Timed<unknown>[]): readonly number[] {
  const ends: number[] = [];
  return items.map(({ range }) => {
    const free = ends.findIndex((end) => end <= range.from);
    const column = free < 0 ? ends.length : free;
    ends[column] = range.to;
    return column;
  });
}

/** Where more items overlap than fit into `maxColumns`, the others are omitted. */
export function inColumns<Item>(
  items: readonly Item[],
  rangeOf: (item: Item) => Range,
  maxColumns: number,
): Columns<Item> {
  const placed: Placed<Item>[] = [];
  const omitted: Omitted<Item>[] = [];
  const timed = items.map((item) => ({ item, range: rangeOf(item) })).sort(byStart);
  for (const group of overlapping(timed)) {
    const columns = columnsOf(group);
    const needed = Math.max(...columns) + 1;
    const shown = Math.min(needed, maxColumns);
    const inColumn = group.map((one, at) => ({ ...one, column: columns[at] ?? 0 }));
    const fitting = inColumn.filter(({ column }) => column < shown);
    for (const one of fitting) {
      const beside = fitting.filter(({ range, column }) => column > one.column && overlap(range, one.range));
      const width = Math.min(shown, ...beside.map(({ column }) => column)) - one.column;
      placed.push({ ...one, width, columns: shown });
    }
    for (const others of overlapping(inColumn.filter(({ column }) => column >= shown))) {
      const range = { from: others[0]?.range.from ?? 0, to: Math.max(...others.map((one) => one.range.to)) };
      omitted.push({ items: others.map(({ item }) => item), range });
    }
  }
  return { placed, omitted };
}

/** Minimum height of a block in quarter hours: one line of text. */
const shortest = 2;

const quarterOf = (wall: string): number => Number(wall.slice(11, 13)) * 4 + Number(wall.slice(14, 16)) / 15;

/** The quarter hours of an event on one of its days, by default the first; a range past midnight is cut there. */
export function quartersOf(
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
  day = start_date.slice(0, 10),
): Range {
  const startsHere = start_date.startsWith(day);
  const from = startsHere ? Math.min(Math.floor(quarterOf(start_date)), quartersOfDay - shortest) : 0;
  const to = end_date.startsWith(day) ? Math.ceil(quarterOf(end_date)) : quartersOfDay;
  return { from, to: Math.max(to, from + shortest) };
}

/** The hours of a grid: 9 to 18, extended by the events before and after. */
export function hoursAround(ranges: readonly Range[]): { readonly first: number; readonly last: number } {
  return {
    first: Math.min(9, ...ranges.map(({ from }) => Math.floor(from / 4))),
    last: Math.max(18, ...ranges.map(({ to }) => Math.ceil(to / 4))),
  };
}
