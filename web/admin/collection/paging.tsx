// Below a table: previous and next page, a jump to any page, and the page size.
import { useId, useState } from 'preact/hooks';
import { Pager } from '../ui/pager';
import { texts } from './texts';

export const pageSizes: readonly number[] = [10, 20, 50, 100];

interface PagingProps {
  readonly page: number;
  readonly pages: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPerPage: (perPage: number) => void;
}

export function Paging({ page, pages, perPage, total, onPage, onPerPage }: PagingProps) {
  const id = useId();
  const sizes = pageSizes.includes(perPage) ? pageSizes : [...pageSizes, perPage].sort((one, other) => one - other);
  return (
    <Pager {...{ page, pages, perPage, total, onPage }}>
      {total > (pageSizes[0] ?? 0) && (
        <span class="page-size">
          <label for={`${id}-size`}>{texts().perPage}</label>
          <select
            id={`${id}-size`}
            value={String(perPage)}
            onChange={(event) => onPerPage(Number(event.currentTarget.value))}
          >
            {sizes.map((size) => (
              <option key={size} value={String(size)}>
                {size}
              </option>
            ))}
          </select>
        </span>
      )}
      {pages > 2 && <PageJump key={page} page={page} pages={pages} onPage={onPage} />}
    </Pager>
  );
}

function PageJump({ page, pages, onPage }: Pick<PagingProps, 'page' | 'pages' | 'onPage'>) {
  const id = useId();
  const [text, setText] = useState(String(page));
  const jump = (event: Event) => {
    event.preventDefault();
    const wanted = Math.min(Math.max(Math.round(Number(text)) || page, 1), pages);
    setText(String(wanted));
    onPage(wanted);
  };
  return (
    <form class="page-jump" onSubmit={jump} noValidate>
      <label for={id}>{texts().page}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={pages}
        value={text}
        aria-label={texts().goToPage}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <span>{texts().ofPages(pages)}</span>
    </form>
  );
}
