// The keys of series and their dates in the body of an event, and the path of its page.
import type { Call } from '../../core/call.js';
import { listOf, type Schema } from '../../core/schema.js';
import type { Body, View } from '../../core/shape.js';
import { ruleOf } from '../../core/time/recurrence.js';
import { isEndless } from '../../core/time/rule.js';
import { iso, toInstant } from '../../core/time/zone.js';
import { recurrenceText } from '../../i18n/recurrence/words.js';
import type { EventRow } from '../../models/event/columns.js';
import { dayOf, isMaster, isOccurrence } from '../../models/event/series/rows.js';
import { slugOfSeries } from '../../models/event/series/slugs.js';
import { address, clock, flagSchema, integer, out, restUrl, text } from './outputs.js';
import { type CompletedRow, showsSeries } from './series-summary.js';

/** Editors see more than plain events there. */
const isShown = (view: View): boolean => showsSeries(view) || (view.site.recurrence && view.found.context === 'edit');

const rfc3339: Schema = { type: 'string', format: 'date-time' };
const startOf = (row: EventRow | undefined): string | null => (row ? iso(row.utc_start_date, row.timezone) : null);
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type ?? [], 'null'].flat() });

export const recurrenceSchema: Schema = {
  type: 'object',
  description: 'The recurrence of a series.',
  required: ['rule', 'dates', 'except', 'text', 'endless', 'horizon', 'next'],
  properties: {
    rule: { ...text, description: 'Rule of iCalendar; empty for a list of dates.' },
    dates: listOf({ type: 'object', required: ['start'], properties: { start: clock, end: clock } }),
    except: listOf(text),
    text: { ...text, description: 'The recurrence in words.' },
    endless: flagSchema,
    horizon: { ...orNull(text), description: 'Date up to which the dates exist; null if all of them do.' },
    next: { ...orNull(rfc3339), description: 'Start of the next date.' },
    count: { ...integer, description: 'Number of dates that exist. Not in lists.' },
    first: { ...orNull(rfc3339), description: 'Not in lists.' },
    last: { ...orNull(rfc3339), description: 'Null without an end. Not in lists.' },
  },
};

function recurrenceOf(row: CompletedRow, call: Call) {
  const { recurrence: series, summary, horizon } = row;
  if (!series) return undefined;
  const rule = ruleOf(series);
  const endless = rule !== undefined && isEndless(rule);
  const { whole } = summary ?? {};
  return {
    rule: series.rule,
    dates: series.dates,
    except: series.except,
    text: textOfSeries(row, call),
    endless,
    horizon: horizon === '' ? null : dayOf(horizon),
    next: startOf(summary?.next),
    ...(whole && {
      count: whole.count,
      first: startOf(whole.first),
      last: horizon === '' ? startOf(whole.last) : null,
    }),
  };
}

/** The recurrence in words. */
export const textOfSeries = ({ recurrence: series, all_day }: EventRow, { language, consoleLanguage }: Call): string =>
  series ? recurrenceText(series, series.start, consoleLanguage ?? language, all_day) : '';

export const seriesBody: Body = {
  recurrence: out<CompletedRow>({ $ref: '#/components/schemas/Recurrence' }, (row, view) =>
    isMaster(row) && isShown(view) ? recurrenceOf(row, view) : undefined,
  ),
  occurrences_url: out<EventRow>({ ...address, description: 'All dates of a series.' }, (row, view) =>
    isMaster(row) && isShown(view) ? restUrl(view, `events/${row.id}/occurrences`) : undefined,
  ),
  occurrence_of: out<EventRow>(
    { ...integer, description: 'ID of the series that this date belongs to.' },
    (row, view) => (isOccurrence(row) && isShown(view) ? row.series : undefined),
  ),
  original_start: out<EventRow>(
    { ...rfc3339, description: 'Start that the rule gave to this date, even if it was moved.' },
    (row, view) =>
      isOccurrence(row) && isShown(view)
        ? iso(toInstant(row.original_start, row.timezone).instant, row.timezone)
        : undefined,
  ),
  changed: out<EventRow>(
    { ...listOf(text), description: 'With `context=edit`: fields in which this date differs from its series.' },
    (row, view) =>
      isOccurrence(row) && isShown(view) && (view.form || view.found.context === 'edit') ? row.own : undefined,
  ),
};

/** Path of the page below `/event/`: dates of a series have one each. */
export function eventPath(row: EventRow): string {
  const isDated = isOccurrence(row) || (isMaster(row) && (row as CompletedRow).summary);
  const slug = isDated ? slugOfSeries(row) : undefined;
  if (slug === undefined) return row.slug;
  return `${slug}/${dayOf(row.start_date)}${row.day_number > 0 ? `/${row.day_number}` : ''}`;
}
