// Finds events by the IDs and slugs that the paid edition gives them: a post has the first date of its series, and a single
// event is also found by the ID of its row.
import type { Site } from './bodies.js';
import type { OldData, OldEvent } from './records.js';
import { firstRowId } from './series.js';

const rowsFrom = firstRowId + 500_000;

/** IDs of dates of series are IDs of rows already. */
export const rowIdOf = ({ id, date }: OldEvent): number => (date === undefined ? id + rowsFrom : id);

export const seriesOf = ({ series }: OldData, { slug, date }: OldEvent) =>
  date === undefined ? undefined : series.find((one) => one.slug === slug);

/** Earliest first. */
export const datesOf = ({ events }: OldData, slug: string): readonly OldEvent[] =>
  events
    .filter((event) => event.date !== undefined && event.slug === slug)
    .toSorted((a, b) => (a.start < b.start ? -1 : 1));

function masterOf(data: OldData, isWanted: (series: OldData['series'][number]) => boolean): OldEvent | undefined {
  const series = data.series.find(isWanted);
  const [first] = series ? datesOf(data, series.slug) : [];
  return series && first && { ...first, id: series.id };
}

export const eventById = ({ data, hasPro }: Pick<Site, 'data' | 'hasPro'>, id: number): OldEvent | undefined =>
  data.events.find((event) => event.id === id) ??
  masterOf(data, (series) => series.id === id) ??
  (hasPro ? rowOf(data.events.find((event) => event.date === undefined && rowIdOf(event) === id)) : undefined);

const rowOf = (event: OldEvent | undefined): OldEvent | undefined => event && { ...event, id: rowIdOf(event) };

export const eventBySlug = (data: OldData, slug: string): OldEvent | undefined =>
  masterOf(data, (series) => series.slug === slug) ??
  data.events.find((event) => event.date === undefined && event.slug === slug);

/** The ID of a series includes all its dates. */
export const includedIds = (data: OldData, ids: readonly number[]): ReadonlySet<number> =>
  new Set(
    ids.flatMap((id) => {
      const series = data.series.find((one) => one.id === id);
      return series ? datesOf(data, series.slug).map((date) => date.id) : [id];
    }),
  );
