// The calendar calls itself a table or a list without having the parts of one. Each event says for itself what and when
// it is, so that these words are taken away.

const parts = ['list', 'listitem', 'table', 'rowgroup', 'row', 'cell', 'columnheader', 'rowheader'];
const wanted = parts.map((role) => `[role=${role}]`).join();

const told = ['role', 'aria-colindex', 'aria-rowindex', 'aria-colspan', 'aria-rowspan'];

/** Goes on as the calendar draws; answers how to stop. */
export function withoutRoles(box: HTMLElement): () => void {
  const strip = () => {
    for (const part of box.querySelectorAll(wanted)) for (const name of told) part.removeAttribute(name);
  };
  const observer = new MutationObserver(strip);
  observer.observe(box, { subtree: true, childList: true, attributeFilter: ['role'] });
  return () => observer.disconnect();
}
