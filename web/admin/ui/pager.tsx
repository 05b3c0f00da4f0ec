// Pagination of a list.
import { Button } from './button';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, perPage, total, onPage }: PagerProps) {
  if (total === 0) return null;
  const first = (page - 1) * perPage + 1;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="quiet-text">
        {pages > 1
          ? `${first}–${Math.min(page * perPage, total)} of ${total}`
          : `${total} ${total === 1 ? 'item' : 'items'}`}
      </span>
      {pages > 1 && (
        <>
          <Button icon="back" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  );
}
