// A wide table that scrolls within the page.
import type { ComponentChildren } from 'preact';

interface ScrolledProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export const Scrolled = ({ label, children }: ScrolledProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard cannot scroll it
  <section class="import-table" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
