// A table cell, rendered by the field's definition.

import { choiceLabel, contract } from '../api/contract';
import type { Image } from '../api/generated';
import { showDay, showMoment, showSpan } from '../api/moment';
import type { ApiRecord } from '../api/records';
import { ReadCell } from '../subscriptions/read-state';
import { Moment } from '../ui/moment';
import { texts as uiTexts } from '../ui/texts';
import { StateCell } from '../webhooks/state';
import type { Column } from './columns';

interface CellProps {
  readonly column: Column;
  readonly record: ApiRecord;
}

/** Names of linked records: their resource says which key holds the name. */
function namesIn(value: unknown, resourceName: string | undefined): string {
  const label = contract.resources.find(({ name }) => name === resourceName)?.label ?? 'name';
  const names = [value].flat().map((record: unknown) => new Map(Object.entries(record ?? {})).get(label));
  return names.filter((name) => typeof name === 'string').join(', ');
}

const isWall = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:/.test(value);

export function Cell({ column: { key, field }, record }: CellProps) {
  const value = record[key];
  const { end_date: end, all_day: wholeDays, timezone } = record;
  if (key === 'start_date' && isWall(value) && isWall(end)) {
    const [days, times] = showSpan(value, end, wholeDays === true, true);
    const elsewhere = timezone && timezone !== contract.site.timezone && !wholeDays;
    const place = elsewhere ? ` ${timezone.split('/').at(-1)?.replaceAll('_', ' ')}` : '';
    return (
      <span class="when" title={`${days}, ${times}${place}`}>
        {days}{' '}
        <span>
          {times}
          {place}
        </span>
      </span>
    );
  }
  if (key === 'last_result') return <ReadCell record={record} />;
  if (key === 'state' && !field) return <StateCell record={record} />;
  if (key === 'last_success' || key === 'checked_utc' || key === 'next_utc')
    return isWall(value) ? <Moment utc={value} /> : null;
  if (isWall(value)) return <time title={showMoment(value)}>{showDay(value)}</time>;
  if (field?.input.resource) return <>{namesIn(value, field.input.resource)}</>;
  if (field?.input.widget === 'url' && typeof value === 'string' && /^https?:/.test(value)) {
    return (
      <a href={value} target="_blank" rel="noreferrer">
        {new URL(value).hostname.replace(/^www\./, '')}
      </a>
    );
  }
  if (typeof value === 'boolean') return <>{value ? uiTexts().yes : ''}</>;
  if (field?.input.widget === 'choice' && typeof value === 'string') return <>{choiceLabel(field, value)}</>;
  return <>{typeof value === 'string' || typeof value === 'number' ? String(value) : ''}</>;
}

/** A small image before the name; empty space if this record has none but others do. */
export function Thumbnail({ value }: { readonly value: unknown }) {
  const picture = typeof value === 'object' && value !== null ? (value as Image) : undefined;
  const source = picture?.sizes?.thumbnail?.url ?? picture?.url;
  return (
    <span class={source ? 'thumbnail' : 'thumbnail none'}>{source && <img src={source} alt="" loading="lazy" />}</span>
  );
}
