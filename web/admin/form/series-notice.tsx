// The series of a record: its rule in words with links, and the values that a date of it has changed.
import type { ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { hrefOf } from '../router';
import { originalStartOf } from '../series/series';
import { useLoaded } from '../ui/load';
import { between, isWall, plus } from '../widgets/wall-clock';
import type { OwnValues } from './fields';
import { readStored, type Stored } from './form-api';
import { texts } from './texts';
import type { FormState } from './use-form';
import { inputKey, type Values } from './values';
import '../series/series.css';

/** The series of an open date; undefined until it is loaded, and for other records. */
export function useSeries(form: FormState): Stored | undefined {
  const { stored } = form;
  const id = stored?.record?.occurrence_of;
  return useLoaded(async () => (id === undefined ? undefined : readStored(form, id)), [id, stored?.etag]).value;
}

/** Times that the rule gives to a date. */
function usualTimes(record: ApiRecord, { values }: Stored): Values {
  const { start_date: from, end_date: to } = values;
  if (!isWall(from) || !isWall(to)) return {};
  const start_date = originalStartOf(record);
  return { start_date, end_date: plus(start_date, between(from, to)) };
}

export function ownValues({ stored, fields, languages }: FormState, series: Stored | undefined): OwnValues {
  const record = stored?.record;
  if (!record) return new Map();
  const usual: Values = series ? { ...series.values, ...usualTimes(record, series) } : {};
  return new Map(
    (record.changed ?? []).map((name) => {
      const field = fields.find((known) => known.name === name);
      const keys = field ? languages.map((language) => inputKey(field, language)) : [];
      const isKnown = keys.some((key) => usual[key] !== undefined);
      return [name, isKnown ? Object.fromEntries(keys.map((key) => [key, usual[key] ?? ''])) : undefined];
    }),
  );
}

interface SeriesNoticeProps {
  readonly resource: ResourceInfo;
  readonly record: ApiRecord;
  readonly series: Stored | undefined;
}

/** Nothing for a single event. */
export function SeriesNotice({ resource, record, series }: SeriesNoticeProps) {
  const seriesId = record.occurrence_of;
  const { recurrence } = series?.record ?? record;
  if (seriesId === undefined && !recurrence) return null;
  const what = seriesId === undefined ? texts().series : texts().oneDate;
  return (
    <div class="notice series-notice">
      <p>
        {what}
        {recurrence && texts().rule(recurrence.text)}
      </p>
      <p>
        {seriesId !== undefined && <a href={hrefOf(`/${resource.path}/${seriesId}`)}>{texts().editSeries}</a>}
        {seriesId !== undefined && ' · '}
        <a href={hrefOf(`/${resource.path}?tab=all&occurrence_of=${seriesId ?? record.id}`)}>{texts().allDates}</a>
      </p>
    </div>
  );
}
