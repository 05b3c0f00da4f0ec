// Scrolls to a field and focuses it.

const focusable = 'input, select, textarea, [contenteditable="true"], button';

/** Opens the section around the field. */
export function focusFieldNow(key: string, options: FocusOptions = {}): void {
  const [name] = key.split('@');
  // Fields have the same names in the page and in a dialog: take the topmost dialog.
  const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const entry = front.querySelector<HTMLElement>(`[data-field="${CSS.escape(name ?? '')}"]`);
  const folded = entry?.closest('details');
  if (folded) folded.open = true;
  const control =
    entry?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? entry?.querySelector<HTMLElement>(focusable);
  control?.focus(options);
  if (!options.preventScroll) entry?.scrollIntoView({ block: 'center' });
}

/** In the next frame, when the field's language is rendered. */
export function focusField(key: string): void {
  requestAnimationFrame(() => focusFieldNow(key));
}
