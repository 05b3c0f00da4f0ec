// Tabs: one of several, chosen with the arrow keys too.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly count?: number | undefined;
  /** A dot, for what deserves a look. */
  readonly marked?: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onChange: (id: string) => void;
  /** Id of the element that shows what the tab is about. */
  readonly panel: string;
}

export function Tabs({ label, tabs, current, onChange, panel }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const keyed = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === current);
    const next = (at + step + tabs.length) % tabs.length;
    onChange(tabs[next]?.id ?? current);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={keyed}>
      {tabs.map(({ id, label: text, count, marked }) => (
        <button
          key={id}
          id={`${panel}-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === current}
          aria-controls={panel}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {text}
          {count !== undefined && <span class="count">{count}</span>}
          {marked && <span class="dot" />}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  readonly id: string;
  readonly current: string;
  readonly children?: ComponentChildren;
}

export const TabPanel = ({ id, current, children }: PanelProps) => (
  <div id={id} role="tabpanel" aria-labelledby={`${id}-tab-${current}`}>
    {children}
  </div>
);
