// Brings a field into view and the cursor into it.

const focusable = 'input, select, textarea, [contenteditable="true"], button';

/** After the language of the field is shown and what hides it is open. */
export function focusField(key: string): void {
  requestAnimationFrame(() => {
    const [name] = key.split('@');
    const entries = document.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(name ?? '')}"]`);
    // The one in front: a dialog comes last.
    const entry = [...entries].at(-1);
    const folded = entry?.closest('details');
    if (folded) folded.open = true;
    const control =
      entry?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? entry?.querySelector<HTMLElement>(focusable);
    control?.focus();
    entry?.scrollIntoView({ block: 'center' });
  });
}
