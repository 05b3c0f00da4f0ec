// Removes ARIA roles that the calendar library sets incompletely (tables without rows, lists without items). Every event
// has its own label with title and times.

const roles = ['list', 'listitem', 'table', 'rowgroup', 'row', 'cell', 'columnheader', 'rowheader'];
const selector = roles.map((role) => `[role=${role}]`).join();

const attributes = ['role', 'aria-colindex', 'aria-rowindex', 'aria-colspan', 'aria-rowspan'];

/** Keeps removing them as the calendar renders; returns a function that stops. */
export function withoutRoles(box: HTMLElement): () => void {
  const strip = () => {
    for (const part of box.querySelectorAll(selector)) for (const name of attributes) part.removeAttribute(name);
    // Below the title of the page.
    for (const head of box.querySelectorAll('h4:not([aria-level])')) head.setAttribute('aria-level', '2');
  };
  const observer = new MutationObserver(strip);
  observer.observe(box, { subtree: true, childList: true, attributeFilter: ['role'] });
  return () => observer.disconnect();
}
