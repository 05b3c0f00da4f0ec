// A text of a program. It scrolls, so that the keyboard must reach it.
import type { ComponentChildren } from 'preact';

interface CodeProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export const Code = ({ label, children }: CodeProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
  <section class="code" tabIndex={0} aria-label={label}>
    <pre>
      <code>{children}</code>
    </pre>
  </section>
);
