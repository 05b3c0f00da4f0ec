// Search over operations and schemas. Filters the links of the navigation, which carry their keywords, so it sends no
// request.

interface Entry {
  readonly link: HTMLAnchorElement;
  /** Says which keywords match, where the label does not. */
  readonly reason: HTMLElement;
  readonly label: string;
  readonly text: string;
}

const entryOf = (link: HTMLAnchorElement): Entry => {
  const label = (link.textContent ?? '').toLowerCase();
  const reason = document.createElement('small');
  link.append(reason);
  return { link, reason, label, text: `${label} ${link.dataset.keywords ?? ''}`.toLowerCase() };
};

/** The first keyword with each term that the label lacks. */
function reasonFor({ label, link }: Entry, terms: readonly string[]): string {
  const keywords = (link.dataset.keywords ?? '').split(' ');
  const found = terms
    .filter((term) => !label.includes(term))
    .map((term) => keywords.find((keyword) => keyword.toLowerCase().includes(term)));
  return [...new Set(found)].filter(Boolean).join(', ');
}

/** Shortcuts must not take characters from fields. */
const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

export function startSearch(): void {
  const box = document.querySelector<HTMLElement>('nav .search');
  const input = box?.querySelector('input');
  const status = box?.querySelector('[role=status]');
  const groups = [...document.querySelectorAll<HTMLElement>('nav .group')].map((element) => ({
    element,
    list: element.querySelector('ul'),
    isOpen: element.querySelector('ul')?.hidden === false,
    entries: [...element.querySelectorAll<HTMLAnchorElement>('a[data-keywords]')].map(entryOf),
  }));
  if (!box || !input || !status) return;
  box.hidden = false;

  let terms: readonly string[] = [];
  let matches: readonly Entry[] = [];

  const search = (): void => {
    terms = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isMatch = ({ text }: Entry) => terms.every((term) => text.includes(term));
    matches = terms.length ? groups.flatMap(({ entries }) => entries.filter(isMatch)) : [];
    const shown = new Set(matches);
    box.parentElement?.classList.toggle('is-searching', terms.length > 0);
    for (const { element, list, isOpen, entries } of groups) {
      const hasMatch = entries.some((entry) => shown.has(entry));
      element.hidden = terms.length > 0 && !hasMatch;
      if (list) list.hidden = terms.length ? !hasMatch : !isOpen;
      for (const entry of entries) {
        entry.reason.textContent = shown.has(entry) ? reasonFor(entry, terms) : '';
        if (entry.link.parentElement) entry.link.parentElement.hidden = terms.length > 0 && !shown.has(entry);
      }
    }
    const count = `${matches.length} result${matches.length === 1 ? '' : 's'}`;
    status.textContent = terms.length === 0 ? '' : matches.length === 0 ? 'No results' : count;
  };

  /** A match in the label comes before one in the keywords. */
  const best = (): Entry | undefined =>
    matches.find(({ label }) => terms.every((term) => label.includes(term))) ?? matches[0];

  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') best()?.link.click();
    else if (event.key === 'ArrowDown') matches[0]?.link.focus();
    else if (event.key === 'Escape') input.value = '';
    else return;
    event.preventDefault();
    search();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isEditable(event.target)) return;
    event.preventDefault();
    input.focus();
  });
  // Browsers restore the text of fields on the way back.
  search();
}
