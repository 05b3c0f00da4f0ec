// The link back to the list on the page of an event. A plain link to all events without the script; with it, it leads to the
// list, month, week, day or places page that this tab showed last, with its filters.

const listKey = 'list';
const lastKey = 'last';

/** Storage may be blocked: the link then stays as it is. */
function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

/** The page before this one restores its scroll position if it is reached through the history. */
export function offerBack(): void {
  const here = location.pathname + location.search;
  const list = stored(listKey);
  const isBehind = list !== null && stored(lastKey) === list;
  if (document.querySelector('.views [aria-current]')) store(listKey, here);
  addEventListener('pagehide', () => store(lastKey, here));
  const link = document.querySelector<HTMLAnchorElement>('[data-back]');
  // A path of this site: `//host` would be another one.
  if (!link || !list || !/^\/(?!\/)/.test(list)) return;
  link.href = list;
  link.textContent = `← ${link.dataset.back}`;
  link.addEventListener('click', (event) => {
    if (!isBehind || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  });
}
