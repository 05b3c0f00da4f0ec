// A page of a list, or why there is none.
import type { ComponentChildren } from 'preact';
import type { List } from '../api/records';
import type { Loaded } from './load';
import { Pager } from './pager';
import { LoadedView } from './state';

interface PagedListProps<T> {
  readonly of: Loaded<List<T>>;
  readonly label?: string;
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
  /** Shown without records. */
  readonly empty: ComponentChildren;
  readonly children: (records: readonly T[]) => ComponentChildren;
}

export const PagedList = <T,>({ page, perPage, onPage, empty, children, ...loading }: PagedListProps<T>) => (
  <LoadedView {...loading}>
    {({ records, pages, total }) => (
      <>
        {total === 0 ? empty : children(records)}
        <Pager {...{ page, pages, perPage, total, onPage }} />
      </>
    )}
  </LoadedView>
);
