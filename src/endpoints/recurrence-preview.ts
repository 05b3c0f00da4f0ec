// The preview of a recurrence: its first dates, its words and warnings. Reads and stores nothing.
import type { Call } from '../core/call.js';
import { type Fields, type Given, optional, readFields, required } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { moment, zone } from '../core/kinds/moment.js';
import { recurrence as recurrenceKind } from '../core/kinds/recurrence.js';
import { key, output } from '../core/output.js';
import { Invalid, readParam } from '../core/problem.js';
import { described, flagSchema, integer, listOf, objectOf, orNull, text } from '../core/schema.js';
import { type Instant, plusSeconds, secondsBetween, type Wall } from '../core/time/clock.js';
import { datesOf, type ExtraDate, extentOf, firstFit, type Recurrence } from '../core/time/recurrence.js';
import { recurrenceOf } from '../core/time/recurrence-settle.js';
import { exampleInput } from '../facades/openapi/sample.js';
import { endpoint, operation } from '../http/handler.js';
import { translate } from '../i18n/api/translate.js';
import { recurrenceText } from '../i18n/recurrence/words.js';
import { event } from '../models/event/event.js';
import { type EventTimes, readTimes, settleTimes } from '../models/event/rules.js';
import { datesBetween } from '../models/event/series/rows.js';
import type { Readings } from '../models/event/series/settle.js';

const maxDates = 50;

const fields: Fields = {
  start_date: required(moment, 'Start of the event, in its time zone.', { example: '2027-05-04 19:00:00' }),
  end_date: optional(moment, 'End of the event, in its time zone. Default: the start.', {
    example: '2027-05-04 21:00:00',
  }),
  timezone: optional(zone, 'Time zone of the event. Default: the time zone of the site.', { example: 'Europe/Paris' }),
  all_day: optional(flag, 'Whether the event lasts whole days.', { example: false }),
  recurrence: required(recurrenceKind, 'A rule, a list of iCalendar lines, or an object with rule, dates and except.', {
    example: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=3',
  }),
  align: optional(flag, '`true` moves a start that does not fit to the first date that does.', { example: true }),
};

interface Occurrence {
  readonly start_date: Wall;
  readonly end_date: Wall;
  readonly utc_start_date: Instant;
  readonly utc_end_date: Instant;
}

type WarningCode = 'gap' | 'start' | 'overlap';

interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

const warning = (code: WarningCode, message: string, { language, consoleLanguage }: Call): Warning => ({
  code,
  message: translate(message, consoleLanguage ?? language),
});

function occurrenceAt({ start, end }: ExtraDate, seconds: number, { timezone, all_day }: Readings): Occurrence {
  const { duration_class: _, ...dates } = datesBetween(start, end ?? plusSeconds(start, seconds), timezone, all_day);
  return dates;
}

function* warningsOf(
  dates: readonly ExtraDate[],
  shown: readonly Occurrence[],
  nearest: { readonly start: Wall; readonly first: Wall },
  timezone: string,
  call: Call,
): Generator<Warning> {
  if (nearest.first !== nearest.start)
    yield warning('start', `The start does not fit the recurrence. The nearest date is ${nearest.first}.`, call);
  const moved = shown.findIndex(({ start_date }, at) => start_date !== dates[at]?.start);
  if (moved >= 0)
    yield warning(
      'gap',
      `${dates[moved]?.start} does not exist in ${timezone}. The event starts at ${shown[moved]?.start_date}.`,
      call,
    );
  const long = shown.find(({ utc_end_date }, at) => utc_end_date > (shown[at + 1]?.utc_start_date ?? utc_end_date));
  if (long) yield warning('overlap', `The date ${long.start_date} ends after the next one starts.`, call);
}

function previewOf(recurrence: Recurrence, readings: Readings, align: boolean, call: Call) {
  const { timezone, all_day } = readings;
  const first = firstFit(recurrence, readings.start);
  const start = align ? first : readings.start;
  const extent = extentOf(recurrence, start);
  const dates = [...datesOf(recurrence, start, { limit: maxDates })];
  const seconds = secondsBetween(readings.start, readings.end);
  const shown = dates.map((date) => occurrenceAt(date, seconds, readings));
  return {
    rule: recurrence.rule,
    text: recurrenceText(recurrence, start, call.consoleLanguage ?? call.language, all_day),
    count: extent?.count ?? null,
    endless: extent === undefined,
    dates: shown,
    warnings: [...warningsOf(dates, shown, { start, first }, timezone, call)],
  };
}

function preview(given: Given, call: Call) {
  const times = { ...given, end_date: given.end_date ?? given.start_date } as EventTimes;
  const readings = readTimes(times, undefined, call);
  settleTimes(times, readings);
  const { timezone, start, all_day } = readings;
  return readParam('recurrence', () => {
    const recurrence = recurrenceOf(given.recurrence, { zone: timezone, start, allDay: all_day });
    if (!recurrence) throw new Invalid('Must not be empty.');
    return previewOf(recurrence, readings, given.align === true, call);
  });
}

const occurrence = objectOf({ start_date: text, end_date: text, utc_start_date: text, utc_end_date: text });

const shownPreview = output<ReturnType<typeof preview>>('RecurrencePreview', 'The dates of a recurrence.', {
  rule: key(described(text, 'The rule in its normal form; empty for a list of dates.')),
  text: key(described(text, 'The recurrence in words, in the requested language.')),
  count: key(orNull(integer, 'Number of dates; null if the rule has no end.')),
  endless: key(flagSchema),
  dates: key({ ...described(listOf(occurrence), `The first ${maxDates} dates.`), maxItems: maxDates }),
  warnings: key(
    listOf(
      objectOf({
        code: { ...text, enum: ['gap', 'start', 'overlap'] },
        message: described(text, 'Warning for people, in the requested language.'),
      }),
    ),
  ),
});

export const recurrencePreviewEndpoint = endpoint(
  '/events/recurrence-preview',
  {
    POST: operation({
      right: event.policy.change,
      operationId: 'previewRecurrence',
      summary: 'Preview a recurrence',
      description:
        'Returns the first dates of a recurrence, its words and warnings. Nothing is saved. Warnings: `start` does not fit the rule, a date is in the `gap` of a clock change, dates `overlap`.',
      tag: { name: 'Events', description: 'Events with their dates, venues, organizers, categories and tags.' },
      dryRun: 'undocumented',
      input: fields,
      output: shownPreview,
      example: (call: Call) => preview(readFields(fields, exampleInput(fields), call, true).given, call),
      handler: async (_, { call }, given, reply) => reply(preview(given, call)),
    }),
  },
  { extension: 'recurrence' },
);
