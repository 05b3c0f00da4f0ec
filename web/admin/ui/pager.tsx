// Pagination of a list.
import type { ComponentChildren } from 'preact';
import { Button } from './button';
import { texts } from './texts';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Further controls. */
  readonly children?: ComponentChildren;
}

export function Pager({ page, pages, perPage, total, onPage, children }: PagerProps) {
  if (total === 0) return null;
  const first = (page - 1) * perPage + 1;
  return (
    <nav class="pager" aria-label={texts().pages}>
      <span class="quiet-text">
        {pages > 1 ? texts().range(first, Math.min(page * perPage, total), total) : texts().items(total)}
      </span>
      {children}
      {pages > 1 && (
        <>
          <Button icon="back" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {texts().previous}
          </Button>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {texts().next}
          </Button>
        </>
      )}
    </nav>
  );
}
