// Series in a list: the switch between dates and series, the filter by one series, and the badge with its rule.
import { request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { capitalised } from '../api/label';
import type { ApiRecord } from '../api/records';
import { hrefOf, setQuery } from '../router';
import { Button, IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/load';
import { nameById } from '../widgets/record-search';
import { texts } from './texts';
import type { TreeRow } from './tree';
import { seriesFilter } from './view';

export const SeriesSwitch = ({ bySeries }: { readonly bySeries: boolean }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
  <div class="switch-group" role="group" aria-label={texts().recurring}>
    <Button aria-pressed={!bySeries} onClick={() => setQuery({ show: undefined, page: undefined })}>
      {texts().dates}
    </Button>
    <Button aria-pressed={bySeries} onClick={() => setQuery({ show: 'series', page: undefined })}>
      {texts().series}
    </Button>
  </div>
);

interface SeriesFilterProps {
  readonly resource: ResourceInfo;
  readonly id: number;
}

export const SeriesFilter = ({ resource, id }: SeriesFilterProps) => (
  <p class="series-filter">
    <span>
      {texts().allDatesOf} <a href={hrefOf(`/${resource.path}/${id}`)}>{nameById(resource, id)}</a>
    </span>
    <IconButton
      icon="close"
      label={texts().otherEvents}
      onClick={() => setQuery({ [seriesFilter]: undefined, page: undefined })}
    />
  </p>
);

/** The rules in words of the listed series and dates: a date does not have that of its series. */
export function useRules(resource: ResourceInfo, rows: readonly TreeRow[]): (record: ApiRecord) => string | undefined {
  const ids = [...new Set(rows.flatMap(({ record }) => record.occurrence_of ?? []))];
  const read = async (id: number, signal: AbortSignal) => {
    const query = { context: 'edit', _fields: 'id,recurrence' };
    const text = await request<ApiRecord>('GET', `/${resource.path}/${id}`, { query, signal }).then(
      ({ body }) => body.recurrence?.text,
      // In the trash, or not allowed.
      () => undefined,
    );
    return [id, text ?? ''] as const;
  };
  const load = async (signal: AbortSignal) => new Map(await Promise.all(ids.map((id) => read(id, signal))));
  const { value: texts } = useLoaded(load, [rows]);
  return (record) => {
    const id = record.occurrence_of;
    return id === undefined ? record.recurrence?.text : (texts?.get(id) ?? '');
  };
}

/** Until the rule is loaded, and for users who may not read the series, it only says that the event repeats. */
export const RuleBadge = ({ text }: { readonly text: string }) => (
  <span class="badge rule" title={text === '' ? undefined : capitalised(text)}>
    <Icon name="repeat" size={13} /> {text === '' ? texts().repeats : capitalised(text)}
  </span>
);
