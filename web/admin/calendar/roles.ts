// The calendar calls itself a table or a list without having the roles of one. Each event says for itself what and when
// it is, so that these words are taken away.

const roles = ['list', 'listitem', 'table', 'rowgroup', 'row', 'cell', 'columnheader', 'rowheader'];
const selector = roles.map((role) => `[role=${role}]`).join();

const attributes = ['role', 'aria-colindex', 'aria-rowindex', 'aria-colspan', 'aria-rowspan'];

/** Keeps removing them as the calendar renders; returns a function that stops. */
export function withoutRoles(box: HTMLElement): () => void {
  const strip = () => {
    for (const part of box.querySelectorAll(selector)) for (const name of attributes) part.removeAttribute(name);
  };
  const observer = new MutationObserver(strip);
  observer.observe(box, { subtree: true, childList: true, attributeFilter: ['role'] });
  return () => observer.disconnect();
}
