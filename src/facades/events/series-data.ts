// Series in JSON-LD: the series of a date as its `superEvent`, and the schedule of a series.
import type { Call } from '../../core/call.js';
import { inLanguage } from '../../core/language.js';
import type { View } from '../../core/shape.js';
import type { Site } from '../../core/site.js';
import { iso } from '../../core/time/zone.js';
import type { EventRow } from '../../models/event/columns.js';
import type { eventData } from './json-ld.js';
import { type CompletedRow, showsSeries } from './series-summary.js';

/** The page with all dates of a series. */
export const allDatesUrl = ({ slug }: Pick<EventRow, 'slug'>, { baseUrl }: Site): string =>
  `${baseUrl}/event/${slug}/all/`;

export function superEvent(master: EventRow, { language, site }: Call) {
  const shown = inLanguage(master, language, site.languages);
  return { '@type': 'EventSeries', name: shown.title, url: allDatesUrl(shown, site) };
}

/** The data of an event with its series. Clients that know only single events get it unchanged. */
export function withSeriesData(row: CompletedRow, view: View, data: ReturnType<typeof eventData>): object {
  if (!showsSeries(view)) return data;
  if (row.master?.status === 'publish') return { ...data, superEvent: superEvent(row.master, view) };
  const { whole } = row.summary ?? {};
  if (!whole) return data;
  const { endDate: _, ...open } = data;
  const { last, schedule } = whole;
  return {
    ...open,
    '@type': 'EventSeries',
    ...(row.status === 'publish' && { url: allDatesUrl(row, view.site) }),
    ...(last && row.horizon === '' && { endDate: iso(last.utc_end_date, last.timezone) }),
    ...(schedule && { eventSchedule: schedule }),
  };
}
