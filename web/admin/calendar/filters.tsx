// Filters of the calendar: category, venue and status, in the address of the page.
import { useId } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import type { Query } from '../api/records';
import { statusLabel } from '../api/status';
import { Filter } from '../collection/filters';
import { filtersOf } from '../collection/view';
import '../collection/collection.css';
import { humanised } from '../api/label';
import { address, setQuery } from '../router';
import { texts as uiTexts } from '../ui/texts';

const names: readonly string[] = ['categories', 'venue'];

const fieldsShown = (resource: ResourceInfo) => filtersOf(resource).filter(({ name }) => names.includes(name));

/** The parameters of the list, from the address. */
export function filterQuery(query: URLSearchParams): Query {
  const given = [...names, 'status'].map((name) => [name, query.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

export function CalendarFilters({ resource }: { readonly resource: ResourceInfo }) {
  const id = useId();
  const { query } = address.value;
  return (
    <div class="filters">
      {fieldsShown(resource).map((field) => (
        <Filter key={field.name} field={field} value={query.get(field.name) ?? ''} />
      ))}
      <div class="filter">
        <label for={id}>{humanised('status')}</label>
        <select
          id={id}
          value={query.get('status') ?? ''}
          onChange={(event) => setQuery({ status: event.currentTarget.value })}
        >
          <option value="">{uiTexts().any}</option>
          {resource.statuses
            ?.filter((status) => status !== 'trash')
            .map((status) => (
              <option key={status} value={status}>
                {statusLabel(status)}
              </option>
            ))}
        </select>
      </div>
    </div>
  );
}
