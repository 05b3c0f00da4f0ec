// Brings a field into view and the cursor into it.

const focusable = 'input, select, textarea, [contenteditable="true"], button';

/** After the language of the field is shown and what hides it is open. */
export function focusField(key: string): void {
  requestAnimationFrame(() => {
    const [name] = key.split('@');
    // The form in front: the innermost dialog, if there is one.
    const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const entry = front.querySelector<HTMLElement>(`[data-field="${CSS.escape(name ?? '')}"]`);
    const folded = entry?.closest('details');
    if (folded) folded.open = true;
    const control =
      entry?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? entry?.querySelector<HTMLElement>(focusable);
    control?.focus();
    entry?.scrollIntoView({ block: 'center' });
  });
}
